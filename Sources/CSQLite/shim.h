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
