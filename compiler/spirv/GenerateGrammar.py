#!/usr/bin/env python3
"""Turns the SPIR-V grammar (spirv-headers' JSON files and our supplement) into C++: Enums.h with the enumerations, and
Tables.inc with names, operand layouts and capabilities. Usage: GenerateGrammar.py GRAMMAR_DIR SUPPLEMENT OUTPUT_DIR"""
import json
import os
import sys

SKIPPED_ENUMS = {"ImageFormat", "ImageChannelOrder", "ImageChannelDataType", "Dim", "RayFlags", "QuantizationModes",
                 "RayQueryIntersection", "RayQueryCommittedIntersectionType", "RayQueryCandidateIntersectionType",
                 "FragmentShadingRate", "OverflowModes", "FPOperationMode", "PackedVectorFormat"}


def read_json(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return json.load(file)


def number(value):
    return int(value, 0) if isinstance(value, str) else value


def merge(grammar, supplement):
    """What a newer grammar has wins over the supplement: the supplement only fills gaps."""
    known = {i["opcode"] for i in grammar["instructions"]}
    grammar["instructions"] += [i for i in supplement["instructions"] if i["opcode"] not in known]
    kinds = {k["kind"]: k for k in grammar["operand_kinds"]}
    for kind in supplement["operand_kinds"]:
        if kind["kind"] not in kinds:
            grammar["operand_kinds"].append(kind)
            continue
        ours = kinds[kind["kind"]]["enumerants"]
        names = {e["enumerant"] for e in ours}
        ours += [e for e in kind["enumerants"] if e["enumerant"] not in names]


def unique_by_value(rows, key):
    """Aliases share a value; the first name, the core one, is the table's."""
    seen = {}
    for row in rows:
        seen.setdefault(number(row[key]), row)
    return [seen[value] for value in sorted(seen)]


def write_enums(out, grammar, opencl):
    out.write("// Generated from the SPIR-V grammar. Do not edit.\n#pragma once\n#include <cstdint>\n\n"
              "namespace lanecl::spirv {\n\nenum class Op : uint16_t {\n")
    for row in grammar["instructions"]:
        out.write(f"  {row['opname'][2:]} = {row['opcode']},\n")
    out.write("};\n\nenum class OpenCLStd : uint16_t {\n")
    for row in opencl["instructions"]:
        out.write(f"  {row['opname']} = {row['opcode']},\n")
    out.write("};\n")
    for kind in grammar["operand_kinds"]:
        if kind["category"] not in ("ValueEnum", "BitEnum") or kind["kind"] in SKIPPED_ENUMS:
            continue
        out.write(f"\nenum class {kind['kind']} : uint32_t {{\n")
        for row in kind["enumerants"]:
            out.write(f"  {row['enumerant']} = {number(row['value'])},\n")
        out.write("};\n")
    out.write("\nenum class OperandKind : uint8_t {\n")
    for kind in grammar["operand_kinds"]:
        out.write(f"  {kind['kind']},\n")
    out.write("};\n\n} // namespace lanecl::spirv\n")


class Flat:
    """Rows of different lengths behind one another, each used as (first, count)."""

    def __init__(self):
        self.rows = []

    def add(self, rows):
        first = len(self.rows)
        self.rows += rows
        return f"{first}, {len(rows)}"


QUANTIFIER = {None: "One", "?": "Optional", "*": "Any"}


def operand(row):
    return f"{{OperandKind::{row['kind']}, Quantifier::{QUANTIFIER[row.get('quantifier')]}}}"


def write_tables(out, grammar, opencl):
    operands, capabilities = Flat(), Flat()

    def capability_span(row):
        return capabilities.add([f"uint32_t(Capability::{c})" for c in row.get("capabilities", [])])

    instructions = unique_by_value(grammar["instructions"], "opcode")
    opcodes = [f'{{{row["opcode"]}, "{row["opname"]}", {operands.add([operand(o) for o in row.get("operands", [])])}, '
               f"{capability_span(row)}}}" for row in instructions]
    kinds, enumerants = [], Flat()
    for kind in grammar["operand_kinds"]:
        category = {"BitEnum": "BitEnum", "ValueEnum": "ValueEnum", "Id": "Id", "Literal": "Literal"}.get(
            kind["category"], "Pair")
        rows = [f'{{{number(row["value"])}, "{row["enumerant"]}", '
                f'{operands.add([operand(p) for p in row.get("parameters", [])])}, {capability_span(row)}}}'
                for row in unique_by_value(kind.get("enumerants", []), "value")]
        pair = [f"OperandKind::{base}" for base in kind.get("bases", [])] or ["OperandKind(0)"] * 2
        kinds.append(f"{{Category::{category}, {enumerants.add(rows)}, {{{', '.join(pair)}}}}}")
    extended = [f'{{{row["opcode"]}, "{row["opname"]}", '
                f'{operands.add([operand(o) for o in row.get("operands", [])])}, 0, 0}}'
                for row in unique_by_value(opencl["instructions"], "opcode")]
    out.write("// Generated from the SPIR-V grammar. Do not edit.\n")
    for type_name, name, rows in (("OperandInfo", "operandTable", operands.rows),
                                  ("uint32_t", "capabilityTable", capabilities.rows),
                                  ("Enumerant", "enumerantTable", enumerants.rows),
                                  ("KindInfo", "kindTable", kinds),
                                  ("Instruction", "instructionTable", opcodes),
                                  ("Instruction", "openCLTable", extended)):
        out.write(f"constexpr {type_name} {name}[] = {{\n" + "".join(f"    {row},\n" for row in rows) + "};\n")


def main():
    grammar_dir, supplement_file, output_dir = sys.argv[1:]
    grammar = read_json(grammar_dir, "spirv.core.grammar.json")
    merge(grammar, read_json(supplement_file))
    opencl = read_json(grammar_dir, "extinst.opencl.std.100.grammar.json")
    os.makedirs(output_dir, exist_ok=True)
    with open(os.path.join(output_dir, "Enums.h"), "w", encoding="utf-8") as out:
        write_enums(out, grammar, opencl)
    with open(os.path.join(output_dir, "Tables.inc"), "w", encoding="utf-8") as out:
        write_tables(out, grammar, opencl)


if __name__ == "__main__":
    main()
