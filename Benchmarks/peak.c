/* Runs a command and says what it took: wall time and processor time in seconds, and the most memory
 * it had at any moment in KiB, on one line to the file that the first argument names.
 *
 *   cc -O2 -o peak peak.c
 *   ./peak figures bank-etl import list.csv
 *
 * The status is the command's. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval time) { return time.tv_sec + time.tv_usec / 1e6; }

int main(int count, char **words) {
  if (count < 3) return 64;
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  pid_t child = vfork();
  if (child == 0) {
    execvp(words[2], words + 2);
    _exit(127);
  }
  struct rusage used;
  int status;
  if (child < 0 || wait4(child, &status, 0, &used) < 0) return 70;
  clock_gettime(CLOCK_MONOTONIC, &end);
  FILE *figures = fopen(words[1], "w");
  if (!figures) return 73;
  fprintf(figures, "%.3f %.3f %ld\n", end.tv_sec - start.tv_sec + (end.tv_nsec - start.tv_nsec) / 1e9,
          seconds(used.ru_utime) + seconds(used.ru_stime), used.ru_maxrss);
  fclose(figures);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
