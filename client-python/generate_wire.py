"""Writes assize/wire.py, the shapes that go over the wire, from docs/openapi.json: `python3 generate_wire.py`.

`--check` writes nothing, and fails where the file is not what would be written.
"""

import json
import keyword
import re
import sys
import textwrap
from pathlib import Path

HERE = Path(__file__).parent
DESCRIPTION = HERE.parent / "docs" / "openapi.json"
OUTPUT = HERE / "assize" / "wire.py"
MAX_LINE = 110

# The operations that the client calls: names for the bodies of request and answer, where the description has none.
OPERATIONS: dict[str, tuple[str | None, str | None]] = {
    "evaluateA": ("EvaluationRequest", "Evaluation"),
    "evaluateBatchA": (None, "EvaluatedBatch"),
    "simulate": ("SimulationRequest", "Simulation"),
    "execute": (None, "Execution"),
    "reportOutcome": ("OutcomeReport", "RecordedOutcome"),
    "evidenceRecord": (None, "ArtifactInFull"),
    "searchEvidence": ("EvidenceSearch", "EvidencePage"),
    "latestEvidence": (None, "LatestArtifacts"),
    "verifyEvidence": (None, "Verification"),
    "evidenceVerifierKeys": (None, "VerifierKeys"),
    "exportEvidence": ("ExportRequest", "Export"),
    "listApprovalsA": (None, "ApprovalPage"),
    "getApprovalA": (None, "Approval"),
    "approveA": ("ApprovalDecision", None),
    "openMandateA": ("NewMandate", "Mandate"),
    "listMandatesA": (None, "MandatePage"),
    "narrowMandateA": ("MandateTerms", None),
    "widenMandateA": ("MandateWidening", "WidenedMandate"),
    "listTools": (None, "ToolPage"),
    "getTool": (None, "Tool"),
    "putTool": ("ToolWrite", None),
    "importTools": ("ToolImport", "ImportedTools"),
    "reviewTools": ("ToolReview", "ReviewedTools"),
    "suggestTools": (None, "SuggestedTools"),
    "addTargets": ("NewTargets", "AddedTargets"),
    "listTargets": (None, "TargetPage"),
    "getTarget": (None, "KnownTarget"),
    "suggestTargets": (None, "SuggestedTargets"),
    "getTrust": (None, "Trust"),
    "listTrust": (None, "TrustPage"),
    "listTrustUpdates": (None, "TrustHistory"),
    "usageSummary": (None, "UsageSummary"),
    "billingStatus": (None, "Billing"),
    "usageHistory": (None, "UsageHistory"),
    "invoice": (None, "Invoice"),
    "listKeys": (None, "ApiKeyList"),
    "createKey": ("ApiKeyRequest", "NewApiKey"),
    "revokeKey": (None, "RevokedApiKey"),
}

HEADER = '''"""The shapes that go over the wire, as docs/openapi.json describes them.

generate_wire.py writes this file: change nothing here. A field that is `NotRequired` may be absent; times are ISO 8601
in UTC, unless a field says otherwise.
"""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict
'''

Schema = dict


class Shapes:
    """Collects a definition for each schema of the description under its own name, and for each object without one."""

    def __init__(self, components: dict[str, Schema]) -> None:
        self.components = components
        self.taken: set[str] = set()
        self.text: list[str] = []

    def define(self, schema: Schema, name: str) -> None:
        """Writes what the schema describes: under this name, unless it has its own."""
        written = self.type_of(schema, name)
        if "$ref" not in schema and written != name:
            self.text.append(f"{name}: TypeAlias = {written}\n")

    def type_of(self, schema: Schema, name: str) -> str:
        """Returns the type as it is written; an object without a name of its own gets this one."""
        if "$ref" in schema:
            return self.component(schema["$ref"].rsplit("/", 1)[1])
        if "const" in schema:
            return f"Literal[{literal(schema['const'])}]"
        if "enum" in schema:
            return f"Literal[{', '.join(literal(value) for value in schema['enum'])}]"
        if "anyOf" in schema:
            # Equal ones once, and what may be absent last.
            types = dict.fromkeys(self.type_of(one, name) for one in schema["anyOf"])
            return " | ".join(sorted(types, key=lambda one: one == "None"))
        if len(schema.get("allOf", [])) == 1:
            return self.type_of(schema["allOf"][0], name)
        kind = schema.get("type")
        if kind == "array":
            return f"list[{self.type_of(schema.get('items', {}), singular(name))}]"
        if kind == "object":
            return self.object_type(schema, name)
        simple = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
        return simple.get(kind, "Any")

    def component(self, name: str) -> str:
        if name not in self.taken:
            schema = self.components[name]
            written = self.type_of(schema, name)
            if written != name:
                self.taken.add(name)
                self.text.append(f"{name}: TypeAlias = {written}\n")
        return name

    def object_type(self, schema: Schema, name: str) -> str:
        more = schema.get("additionalProperties")
        if not schema.get("properties"):
            value = self.type_of(more, name) if isinstance(more, dict) and more else "Any"
            return f"dict[str, {value}]"
        if more is True:
            # A class could not hold keys that are not in it.
            return "dict[str, Any]"
        # The place of an object may give it the name of a schema that is something else.
        while name in self.taken or (name in self.components and schema is not self.components[name]):
            name = f"{name}Shape"
        self.taken.add(name)
        self.text.append(self.class_text(schema, name))
        return name

    def class_text(self, schema: Schema, name: str) -> str:
        required = schema.get("required", [])
        fields = {key: self.type_of(value, name + camel(key)) for key, value in schema["properties"].items()}
        fields = {key: of if key in required else f"NotRequired[{of}]" for key, of in fields.items()}
        if any(keyword.iskeyword(key) for key in fields):
            members = ", ".join(f'"{key}": {of}' for key, of in fields.items())
            return f'{name} = TypedDict("{name}", {{{members}}})\n'
        lines = [doc(schema["description"])] if "description" in schema else []
        for key, of in fields.items():
            lines.append(f"    {key}: {of}")
            description = schema["properties"][key].get("description")
            if description:
                lines.append(doc(description))
        return f"class {name}(TypedDict):\n" + "\n".join(lines) + "\n"


def doc(text: str) -> str:
    text = text.replace("\\", "\\\\").replace('"""', "'''")
    text = text if text.endswith((".", "!", "?")) else f"{text}."
    lines = textwrap.wrap(text, MAX_LINE - 10)
    if len(lines) == 1:
        return f'    """{text}"""'
    return "\n".join([f'    """{lines[0]}', *(f"    {line}" for line in lines[1:]), '    """'])


def literal(value: object) -> str:
    return json.dumps(value) if isinstance(value, str) else repr(value)


def camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]", name))


def singular(name: str) -> str:
    if name.endswith("ies"):
        return f"{name[:-3]}y"
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else f"{name}Item"


def written() -> str:
    description = json.loads(DESCRIPTION.read_text())
    operations = {
        operation["operationId"]: operation
        for path in description["paths"].values()
        for operation in path.values()
        if "operationId" in operation
    }
    shapes = Shapes(description.get("components", {}).get("schemas", {}))
    wanted: list[tuple[str, Schema]] = []
    for operation_id, (request, answer) in OPERATIONS.items():
        operation = operations[operation_id]
        if request is not None:
            wanted.append((request, json_schema(operation["requestBody"])))
        if answer is not None:
            wanted.append((answer, json_schema(success_of(operation))))
    for name, schema in wanted:
        shapes.define(schema, name)
    return HEADER + "\n\n" + "\n\n".join(shapes.text)


def json_schema(body: dict) -> Schema:
    return body["content"]["application/json"]["schema"]


def success_of(operation: dict) -> dict:
    return next(answer for status, answer in operation["responses"].items() if status.startswith("2"))


if __name__ == "__main__":
    text = written()
    if "--check" in sys.argv:
        if OUTPUT.read_text() != text:
            sys.exit(
                "assize/wire.py is not what docs/openapi.json says: run `python3 client-python/generate_wire.py`."
            )
    else:
        OUTPUT.write_text(text)
