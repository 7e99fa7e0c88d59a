"""Writes lanecl(7): options.py CONFIG.DEF TEMPLATE VERSION OUTPUT. The options are the rows of the driver's table."""
import re
import sys

ROW = re.compile(r'^LANECL_OPTION\(\w+,\s*(\w+),\s*(.+?),\s*"(\w+)",\s*"((?:[^"\\]|\\.)*)"\)', re.M)
FORMS = {"Text": "text", "Number": "number", "Bytes": "bytes, with K, M or G", "Flag": "1 or 0",
         "Tiers": "auto, off or first", "When": "auto, always or off"}


def roff(text):
    return text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq")


def main(table, template, version, output):
    with open(table, encoding="utf-8") as file:
        text = file.read()
    rows = ROW.findall(text)
    if len(rows) != len(re.findall(r"^LANECL_OPTION\(", text, re.M)) or not rows:
        sys.exit(f"{table}: a row that cannot be read")
    options = "".join(f".TP\n.BR {variable} \" ({FORMS[kind]})\"\n{roff(help)}.\n" for kind, _, variable, help in rows)
    with open(template, encoding="utf-8") as file:
        page = file.read().replace("@VERSION@", version).replace("@OPTIONS@\n", options)
    with open(output, "w", encoding="utf-8") as file:
        file.write(page)


main(*sys.argv[1:])
