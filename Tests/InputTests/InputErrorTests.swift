import Glibc
import Testing

@testable import Input

struct InputErrorTests {
  @Test(arguments: [
    (InputError.Kind.notFound, "a.csv: no such file"),
    (.isDirectory, "a.csv: expected a file but found a directory"),
    (.notRegular, "a.csv: expected a file but found a device or a pipe"),
    (.unreadable(errno: EACCES), "a.csv: cannot be opened: Permission denied"),
    (.readFailed(errno: EIO), "a.csv: reading failed: Input/output error"),
    (
      .spoolFailed(errno: ENOSPC),
      "a.csv: no temporary copy can be made, set TMPDIR: No space left on device"
    ),
    (
      .tooLateToSpool(5_000_034),
      "a.csv: expected a file, because it has to be read twice, but found a pipe whose first record "
        + "took 5000034 bytes to find; save it in a file first"
    ),
    (.unknownEncoding("x"), "a.csv: unknown encoding \"x\"; `iconv -l` lists the names"),
    (.outOfMemory, "a.csv: out of memory"),
    (.damaged(.gzip, ""), "a.csv: expected a gzip file but it is damaged"),
    (.damaged(.xz, "cut"), "a.csv: expected an xz file but it is damaged: cut"),
    (
      .expandsTooFar(.zip),
      "a.csv: expected a zip archive of ordinary size but it expands more than 250 times, or "
        + "beyond 64 GiB; --no-size-limit reads it all the same"
    ),
    (
      .encrypted(.zip),
      "a.csv: expected a zip archive without a password but it is encrypted"
    ),
    (.notOneMember([]), "a.csv: expected one file in the zip archive but found none"),
    (
      .notOneMember(["b", "c"]),
      "a.csv: expected one file in the zip archive but found 2: \"b\", \"c\"; "
        + "choose one with --member"
    ),
  ])
  func `an error is one line`(kind: InputError.Kind, text: String) {
    #expect(InputError(path: "a.csv", kind: kind).description == text)
  }

  @Test func `the standard input is called that`() {
    let error = InputError(path: "-", kind: .isDirectory)
    #expect(error.description == "standard input: expected a file but found a directory")
  }
}
