#include <stdio.h>
#include <stdlib.h>
#include <xlsxwriter.h>

/* libxlsxwriter writes a double with 16 significant digits (LXW_SPRINTF_DBL "%.16G"), and some
   doubles need 17. snprintf is variadic, and Swift calls no variadic C function. */
static inline int bank_etl_xlsx_keeps(double value) {
  char text[40];
  snprintf(text, sizeof text, "%.16G", value);
  return strtod(text, NULL) == value;
}

/* The rows of a sheet go to a temporary file, and libxlsxwriter does not look whether that worked
   ("Ignore return value. There is no easy way to raise error."). */
static inline int bank_etl_xlsx_rows_failed(lxw_worksheet *sheet) {
  return sheet->optimize_tmpfile != NULL
    && (fflush(sheet->optimize_tmpfile) != 0 || ferror(sheet->optimize_tmpfile) != 0);
}
