/* Makes the n-th call that SQLite depends on fail, or kills the process there.
 *
 *   cc -shared -fPIC -o fault.so fault.c -ldl
 *   FAULT_AT=7 FAULT_ERRNO=28 LD_PRELOAD=./fault.so bank-etl import list.csv
 *
 * FAULT_KIND says what is counted. Without it: writes, truncations, syncs and removals of files whose
 * name has ".db" in it, but not those of the lock. "lock": locks of such files (fcntl). "read": reads
 * of files whose name has in it what FAULT_FILE says. "memory": allocations by SQLite. FAULT_ERRNO is the error that the call and all later ones give (28 is
 * ENOSPC, 5 is EIO, 11 is EAGAIN); without it the process is killed, except where memory is refused.
 * With FAULT_ONCE later calls are as usual. The file that FAULT_MARK names is made at the n-th call,
 * so that a test knows whether there was one. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long calls;

static int isKind(const char *kind) {
  const char *set = getenv("FAULT_KIND");
  return !strcmp(set ? set : "write", kind);
}

/* Counts a call; whether it is to fail. */
static int isFault(void) {
  const char *at = getenv("FAULT_AT");
  const char *mark = getenv("FAULT_MARK");
  const char *error = getenv("FAULT_ERRNO");
  if (!at) return 0;
  long call = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
  if (call < atol(at) || (call > atol(at) && getenv("FAULT_ONCE"))) return 0;
  if (call == atol(at) && mark) close(open(mark, O_CREAT | O_WRONLY, 0600));
  if (!error && !isKind("memory")) kill(getpid(), SIGKILL);
  if (error) errno = atoi(error);
  return 1;
}

static int isDatabase(const char *path) { return strstr(path, ".db") && !strstr(path, "-lock"); }

static int fails(const char *path) { return isKind("write") && isDatabase(path) && isFault(); }

static int pathOf(int descriptor, char *path, size_t size) {
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(name, path, size - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return 1;
}

static int failsAt(int descriptor) {
  char path[4096];
  return isKind("write") && pathOf(descriptor, path, sizeof path) && fails(path);
}

static int failsToRead(int descriptor) {
  char path[4096];
  const char *name = getenv("FAULT_FILE");
  return isKind("read") && pathOf(descriptor, path, sizeof path) && strstr(path, name ? name : ".db") &&
         isFault();
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  return failsAt(descriptor) ? -1 : NEXT(pwrite)(descriptor, bytes, count, offset);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  return failsAt(descriptor) ? -1 : NEXT(pwrite64)(descriptor, bytes, count, offset);
}
ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  return failsToRead(descriptor) ? -1 : NEXT(pread)(descriptor, bytes, count, offset);
}
ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
  return failsToRead(descriptor) ? -1 : NEXT(pread64)(descriptor, bytes, count, offset);
}
ssize_t read(int descriptor, void *bytes, size_t count) {
  return failsToRead(descriptor) ? -1 : NEXT(read)(descriptor, bytes, count);
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

/* Locks: SQLite takes and drops them with F_SETLK. */
static int failsToLock(int descriptor, int command, void *argument) {
  char path[4096];
  return command == F_SETLK && isKind("lock") && ((struct flock *)argument)->l_type != F_UNLCK &&
         pathOf(descriptor, path, sizeof path) && isDatabase(path) && isFault();
}
int fcntl(int descriptor, int command, ...) {
  va_list list;
  va_start(list, command);
  void *argument = va_arg(list, void *);
  va_end(list);
  return failsToLock(descriptor, command, argument) ? -1 : NEXT(fcntl)(descriptor, command, argument);
}
int fcntl64(int descriptor, int command, ...) {
  va_list list;
  va_start(list, command);
  void *argument = va_arg(list, void *);
  va_end(list);
  return failsToLock(descriptor, command, argument) ? -1 : NEXT(fcntl64)(descriptor, command, argument);
}

/* Memory: SQLite lets its allocator be wrapped before it is first used. */
typedef struct {
  void *(*xMalloc)(int);
  void (*xFree)(void *);
  void *(*xRealloc)(void *, int);
  int (*xSize)(void *);
  int (*xRoundup)(int);
  int (*xInit)(void *);
  void (*xShutdown)(void *);
  void *pAppData;
} Allocator;

static Allocator own;

static void *allocate(int size) { return isFault() ? NULL : own.xMalloc(size); }
static void *reallocate(void *memory, int size) { return isFault() ? NULL : own.xRealloc(memory, size); }

__attribute__((constructor)) static void wrapAllocator(void) {
  if (!getenv("FAULT_AT") || !isKind("memory")) return;
  int (*configure)(int, ...) = (int (*)(int, ...))dlsym(RTLD_DEFAULT, "sqlite3_config");
  if (!configure) return;
  Allocator wrapped;
  /* SQLITE_CONFIG_GETMALLOC is 5, SQLITE_CONFIG_MALLOC is 4. */
  if (configure(5, &own)) return;
  wrapped = own;
  wrapped.xMalloc = allocate;
  wrapped.xRealloc = reallocate;
  configure(4, &wrapped);
}
