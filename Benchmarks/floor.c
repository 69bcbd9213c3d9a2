/* The floor that a load is measured against: libcsv and the inserts, and nothing else.
 *
 *   cc -O2 -o floor floor.c -lcsv -lsqlite3
 *   floor banks.csv floor.db
 *
 * One thread, one transaction, one prepared statement; the values are bound as they are, the dates
 * not converted; nothing is checked, counted or accounted for. The table has the columns and the key
 * of failed_banks, and the same page cache. */
#include <csv.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

static sqlite3 *db;
static sqlite3_stmt *insert;
static int column;
static long line;

static void check(int code) {
  if (code == SQLITE_OK || code == SQLITE_DONE) return;
  fprintf(stderr, "floor: %s\n", sqlite3_errmsg(db));
  exit(1);
}

static void field(void *text, size_t length, void *context) {
  (void)context;
  if (line > 0) sqlite3_bind_text(insert, ++column, text, (int)length, SQLITE_TRANSIENT);
}

static void record(int end, void *context) {
  (void)end;
  (void)context;
  if (line++ > 0) {
    sqlite3_bind_int64(insert, ++column, line);
    check(sqlite3_step(insert));
    check(sqlite3_reset(insert));
  }
  column = 0;
}

int main(int count, char **arguments) {
  static char block[256 * 1024];
  struct csv_parser parser;
  size_t length;
  FILE *file;
  if (count != 3 || !(file = fopen(arguments[1], "rb"))) return 64;
  check(sqlite3_open(arguments[2], &db));
  check(sqlite3_exec(
      db,
      "PRAGMA cache_size = -16384;"
      "CREATE TABLE failed_banks (id INTEGER PRIMARY KEY, name TEXT, city TEXT,"
      " state TEXT, cert INTEGER NOT NULL UNIQUE, acquirer TEXT, close_date TEXT, fund INTEGER,"
      " run_id INTEGER, source_line INTEGER); BEGIN",
      0, 0, 0));
  check(sqlite3_prepare_v2(
      db, "INSERT INTO failed_banks VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, 1, ?)", -1, &insert, 0));
  csv_init(&parser, 0);
  while ((length = fread(block, 1, sizeof block, file)) > 0)
    csv_parse(&parser, block, length, field, record, 0);
  csv_fini(&parser, field, record, 0);
  csv_free(&parser);
  check(sqlite3_exec(db, "COMMIT", 0, 0, 0));
  sqlite3_finalize(insert);
  sqlite3_close(db);
  return 0;
}
