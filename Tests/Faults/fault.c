/* Makes the n-th call that changes a database file fail, or kills the process there.
 *
 *   cc -shared -fPIC -o fault.so fault.c -ldl
 *   FAULT_AT=7 FAULT_ERRNO=28 LD_PRELOAD=./fault.so bank-etl import list.csv
 *
 * Counted are writes, truncations, syncs and removals of files whose name has ".db" in it, but not
 * those of the lock. FAULT_ERRNO is the error that the call and all later ones give (28 is ENOSPC, 5
 * is EIO); without it the process is killed. The file that FAULT_MARK names is made at that moment,
 * so that a test knows whether there was an n-th call. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long calls;

static int fails(const char *path) {
  const char *at = getenv("FAULT_AT");
  const char *mark = getenv("FAULT_MARK");
  const char *error = getenv("FAULT_ERRNO");
  if (!at || !strstr(path, ".db") || strstr(path, "-lock")) return 0;
  long call = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
  if (call < atol(at)) return 0;
  if (call == atol(at) && mark) close(open(mark, O_CREAT | O_WRONLY, 0600));
  if (!error) kill(getpid(), SIGKILL);
  errno = atoi(error);
  return 1;
}

static int failsAt(int descriptor) {
  char name[64], path[4096];
  snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(name, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return fails(path);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  return failsAt(descriptor) ? -1 : NEXT(pwrite)(descriptor, bytes, count, offset);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  return failsAt(descriptor) ? -1 : NEXT(pwrite64)(descriptor, bytes, count, offset);
}
ssize_t write(int descriptor, const void *bytes, size_t count) {
  return failsAt(descriptor) ? -1 : NEXT(write)(descriptor, bytes, count);
}
int ftruncate(int descriptor, off_t size) {
  return failsAt(descriptor) ? -1 : NEXT(ftruncate)(descriptor, size);
}
int ftruncate64(int descriptor, off64_t size) {
  return failsAt(descriptor) ? -1 : NEXT(ftruncate64)(descriptor, size);
}
int fsync(int descriptor) { return failsAt(descriptor) ? -1 : NEXT(fsync)(descriptor); }
int fdatasync(int descriptor) { return failsAt(descriptor) ? -1 : NEXT(fdatasync)(descriptor); }
int unlink(const char *path) { return fails(path) ? -1 : NEXT(unlink)(path); }
