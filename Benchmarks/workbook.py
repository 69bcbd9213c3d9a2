"""Writes the CSV on stdin as the only sheet of a workbook: workbook.py FILE

Texts go to the shared strings, as spreadsheets write them; whole numbers are numbers.
"""

import csv
import sys
import zipfile
from xml.sax.saxutils import escape

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
HEAD = '<?xml version="1.0" encoding="UTF-8"?>'

strings = {}


def cell(value):
    if value.isdigit():
        return f"<c><v>{value}</v></c>"
    return f'<c t="s"><v>{strings.setdefault(value, len(strings))}</v></c>'


with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as book:
    book.writestr("[Content_Types].xml", f'{HEAD}<Types xmlns="{PACKAGE}/content-types"/>')
    book.writestr("_rels/.rels", f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">'
                  f'<Relationship Id="r1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
                  "</Relationships>")
    book.writestr("xl/workbook.xml", f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
                  '<sheet name="banks" sheetId="1" r:id="r1"/></sheets></workbook>')
    book.writestr("xl/_rels/workbook.xml.rels", f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">'
                  f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
                  f'<Relationship Id="r2" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
                  "</Relationships>")
    with book.open("xl/worksheets/sheet1.xml", "w") as sheet:
        sheet.write(f'{HEAD}<worksheet xmlns="{MAIN}"><sheetData>'.encode())
        for row in csv.reader(sys.stdin):
            sheet.write(f"<row>{''.join(map(cell, row))}</row>".encode())
        sheet.write(b"</sheetData></worksheet>")
    with book.open("xl/sharedStrings.xml", "w") as shared:
        shared.write(f'{HEAD}<sst xmlns="{MAIN}">'.encode())
        for text in strings:
            shared.write(f"<si><t>{escape(text)}</t></si>".encode())
        shared.write(b"</sst>")
