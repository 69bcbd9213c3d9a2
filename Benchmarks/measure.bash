# What the benchmarks have in common; they read it with `source`.
#
# A subject is a shell function, or a program with its arguments. RECORDS (1000000), ROUNDS (5) and
# TMPDIR change what is done and where.

program=$(realpath "$1")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
records=${RECORDS:-1000000}
rounds=${ROUNDS:-5}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export LC_ALL=C
unset BANK_ETL_DB DATABASE_URL BANK_ETL_PACKAGE
compiler=$(command -v cc || command -v clang)
"$compiler" -O2 -o peak "$here/peak.c"

# Runs a command; its figures go to the file `figures` as "wall cpu peak". Statuses 0 and 2 are good.
run() {
  local status=0
  ./peak figures "$@" >output 2>&1 || status=$?
  case $status in
    0 | 2) ;;
    *) cat output >&2 && echo "status $status: $*" >&2 && exit 1 ;;
  esac
}

# The middle one of some numbers.
median() { sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'; }

# Runs subjects in turn, as often as there are rounds: turns NAME=FUNCTION …
#
# FUNCTION prepares what it needs and calls `run`; the medians are in the files NAME.wall and so on.
turns() {
  local round subject
  # A name may begin with a point.
  rm -f ./*.figures ./.[!.]*.figures
  for round in $(seq "$rounds"); do
    for subject in "$@"; do
      "${subject#*=}"
      cat figures >>"${subject%%=*}.figures"
    done
  done
  for subject in "$@"; do
    subject=${subject%%=*}
    cut -d' ' -f1 "$subject.figures" | median >"$subject.wall"
    cut -d' ' -f2 "$subject.figures" | median >"$subject.cpu"
    cut -d' ' -f3 "$subject.figures" | sort -n | tail -n 1 >"$subject.peak"
  done
}

# Prints the figures of a subject, beside another where one is named: report LABEL NAME [OTHER [LIMIT]]
#
# Where there is a limit, the ratio and the limit are kept for `ratios`.
report() {
  local other=${3:-$2}
  awk -v label="$1" -v other="${3:-}" -v limit="${4:-}" -v wall="$(cat "$2.wall")" \
    -v cpu="$(cat "$2.cpu")" -v peak="$(cat "$2.peak")" -v base="$(cat "$other.wall")" \
    -v base_cpu="$(cat "$other.cpu")" 'BEGIN {
      ratio = other == "" ? "" : sprintf("  %.2f of %s", wall / base, other)
      printf "  %-34s %7.2f s  %7.2f s CPU  %6.1f MiB%s\n", label, wall, cpu, peak / 1024, ratio
      if (limit == "") exit
      printf "  %-58s %6.2f %6.2f %6.2f  %s\n", label ", of " other, wall / base, cpu / base_cpu, limit,
        wall / base <= limit ? "" : "over" >>"ratios" }'
}

# Prints the ratios that have limits, in wall and processor time, and the most memory.
ratios() {
  [ -e ratios ] || return 0
  printf '%-60s %6s %6s %6s\n' 'ratios' wall CPU limit
  cat ratios
  awk '$1 > most { most = $1 } END { printf "  %-58s %6.1f %6s %6d  %s\n", "peak memory of loads, in MiB",
    most / 1024, "", 64, most / 1024 <= 64 ? "" : "over" }' peaks
}

# Writes a file of records, once: records NAME AWK-VARIABLE=VALUE …
records_of() {
  local name=$1 variable words=()
  shift
  for variable in "$@"; do words+=(-v "$variable"); done
  [ -e "$name.csv" ] || awk -v n="$records" "${words[@]}" -f "$here/generate.awk" >"$name.csv"
}

# Removes a database with all that belongs to it.
drop() { rm -f "$1" "$1"-*; }

# Makes a database the copy of another, which nobody has open, and at rest: else the program that commits
# something to it first waits until the copy has been written.
copy() {
  drop "$2"
  cp "$1" "$2"
  sync "$2"
}
