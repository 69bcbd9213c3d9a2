/// A shell that completes command lines of this program.
///
/// Its script asks the program itself, so that what is offered is what the program understands.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// What can be completed, as the shell's script reads it: a line for each word, then `:files` or
  /// `:folders` where a path can stand there too.
  ///
  /// - Parameter completion: what can stand there.
  /// - Returns: the lines, each with a line feed.
  func text(_ completion: Completion) -> String {
    let lines =
      completion.candidates.map(line)
      + (completion.paths == .none ? [] : [":\(completion.paths.rawValue)"])
    return lines.map { $0 + "\n" }.joined()
  }

  private func line(_ candidate: Completion.Candidate) -> String {
    switch self {
    case .bash: candidate.text
    case .fish: candidate.text + (candidate.meaning.isEmpty ? "" : "\t\(candidate.meaning)")
    case .zsh:
      // "_describe … each element is a possible completion, followed by a colon and its
      // description; colons are to be quoted with a backslash" (zshcompsys(1))
      candidate.text.split(separator: ":", omittingEmptySubsequences: false).joined(
        separator: "\\:")
        + (candidate.meaning.isEmpty ? "" : ":\(candidate.meaning)")
    }
  }

  /// The script that makes the shell ask the program.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  /// Bash splits `--name=value` at the equals sign, and completes what is behind it.
  private static let bashScript = #"""
    # bash completion for bank-etl: 'bank-etl completions bash' prints this.
    _bank_etl() {
      local IFS=$'\n' word line kind= behind= words=() glue= i
      for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $word == "=" && ${#words[@]} -gt 0 ]]; then
          words[${#words[@]} - 1]+="="
          glue=1
        elif [[ $glue ]]; then
          words[${#words[@]} - 1]+=$word
          glue=
        else
          words+=("$word")
        fi
      done
      word=${words[${#words[@]} - 1]}
      [[ $word == *=* && $COMP_WORDBREAKS == *=* ]] && behind=${word%=*}=
      COMPREPLY=()
      while read -r line; do
        case $line in
          :files) kind=file ;;
          :folders) kind=directory ;;
          *) COMPREPLY+=("${line#"$behind"}") ;;
        esac
      done < <("${COMP_WORDS[0]/#\~/$HOME}" completions bash -- "${words[@]}" 2>/dev/null)
      # What ends with an equals sign goes on with a value.
      [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
      if [[ $kind ]]; then
        compopt -o filenames 2>/dev/null
        while read -r line; do
          COMPREPLY+=("$line")
        done < <(compgen -A "$kind" -- "${word#"$behind"}")
      fi
    }
    complete -F _bank_etl bank-etl

    """#

  private static let zshScript = #"""
    #compdef bank-etl
    # zsh completion for bank-etl: 'bank-etl completions zsh' prints this.
    _bank-etl() {
      local line kind
      local -a found
      for line in ${(f)"$(${(Q)words[1]} completions zsh -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)"}; do
        case $line in
          (:files) kind=files ;;
          (:folders) kind=folders ;;
          (*) found+=("$line") ;;
        esac
      done
      if [[ ${found[1]} == *= ]]; then
        compadd -S '' -a found
      elif (( $#found )); then
        _describe 'bank-etl' found
      fi
      [[ -n $kind && $PREFIX == --*=* ]] && compset -P '*='
      case $kind in
        (files) _files ;;
        (folders) _files -/ ;;
      esac
    }
    if [[ $funcstack[1] == _bank-etl ]]; then
      _bank-etl "$@"
    else
      compdef _bank-etl bank-etl
    fi

    """#

  private static let fishScript = #"""
    # fish completion for bank-etl: 'bank-etl completions fish' prints this.
    function __bank_etl_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        for line in ($words[1] completions fish -- $words[2..-1] "$current" 2>/dev/null)
            switch $line
                case :files
                    __fish_complete_path (string replace -r '^--[^=]*=' '' -- "$current")
                case :folders
                    __fish_complete_directories (string replace -r '^--[^=]*=' '' -- "$current")
                case '*'
                    echo $line
            end
        end
    end
    complete -c bank-etl -f -a '(__bank_etl_complete)'

    """#
}
