#include <sqlite3.h>

/* SQLITE_STATIC and SQLITE_TRANSIENT are casts of integers to function pointers, which Swift does
   not import. */
static inline sqlite3_destructor_type bank_etl_static(void) { return SQLITE_STATIC; }
static inline sqlite3_destructor_type bank_etl_transient(void) { return SQLITE_TRANSIENT; }

/* sqlite3_db_config is variadic, and Swift calls no variadic C function. */
static inline int bank_etl_db_config(sqlite3 *db, int option, int value) {
  return sqlite3_db_config(db, option, value, (int *)0);
}

/* sqlite3_config is variadic too. */
static inline int bank_etl_config_memstatus(int isKept) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, isKept);
}

/* Extended result codes are macros with an expression in them, which Swift does not import. */
static inline int bank_etl_constraint_foreignkey(void) { return SQLITE_CONSTRAINT_FOREIGNKEY; }
static inline int bank_etl_constraint_trigger(void) { return SQLITE_CONSTRAINT_TRIGGER; }

/* What was done to a file when SQLITE_IOERR came of it, as the end of "could not be …"; NULL where the
   extended code says nothing of it. */
static inline const char *bank_etl_failed_operation(int code) {
  switch (code) {
    case SQLITE_IOERR_READ: case SQLITE_IOERR_SHORT_READ: case SQLITE_IOERR_SEEK: return "read";
    case SQLITE_IOERR_WRITE: return "written to";
    case SQLITE_IOERR_FSYNC: case SQLITE_IOERR_DIR_FSYNC: return "flushed to the disk";
    case SQLITE_IOERR_TRUNCATE: return "given another size";
    case SQLITE_IOERR_LOCK: case SQLITE_IOERR_RDLOCK: case SQLITE_IOERR_UNLOCK:
    case SQLITE_IOERR_CHECKRESERVEDLOCK: case SQLITE_IOERR_SHMLOCK: return "locked";
    case SQLITE_IOERR_DELETE: case SQLITE_IOERR_DELETE_NOENT: return "removed";
    case SQLITE_IOERR_SHMOPEN: return "opened";
    case SQLITE_IOERR_SHMSIZE: return "given another size";
    case SQLITE_IOERR_SHMMAP: case SQLITE_IOERR_MMAP: return "mapped into memory";
    case SQLITE_IOERR_ACCESS: case SQLITE_IOERR_FSTAT: return "looked at";
    case SQLITE_IOERR_CLOSE: return "closed";
    default: return 0;
  }
}

/* Whether it was done to the file that the users of a WAL database share as memory. */
static inline int bank_etl_is_about_shared_memory(int code) {
  return code == SQLITE_IOERR_SHMOPEN || code == SQLITE_IOERR_SHMSIZE
    || code == SQLITE_IOERR_SHMLOCK || code == SQLITE_IOERR_SHMMAP;
}
