/** Lists of tools: the answer of MCP's `tools/list`, OpenAI's function tools, and the tools of AI SDKs. */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { type Hints, type ImportFormat, isObject, memberOf, type Read, textOf } from './definition.ts';

export interface ToolList {
  place: string;
  tools: readonly { place: string; name: string | null; tool: JsonValue }[];
}

/** Finds the list in a document: in `tools` or `functions`, in a JSON-RPC result, on its own, or by name. */
export function listIn(document: JsonValue): ToolList | null {
  if (Array.isArray(document)) return listOf('', document);
  if (!isObject(document)) return null;
  const result = memberOf(document, 'result');
  if (isObject(result)) {
    const inside = memberOf(result, 'tools');
    return Array.isArray(inside) ? listOf('result.tools', inside) : null;
  }
  for (const name of ['tools', 'functions']) {
    const list = memberOf(document, name);
    if (Array.isArray(list)) return listOf(name, list);
    if (isObject(list)) return byName(name, list);
  }
  if (typeof document.name === 'string' || isObject(document.function)) return listOf('', [document]);
  return byName('', document);
}

function listOf(place: string, list: readonly JsonValue[]): ToolList {
  return { place, tools: list.map((tool, at) => ({ place: `${place}[${at}]`, name: null, tool })) };
}

/** Reads a map from names to tools; an object whose members are not tools is not such a map. */
function byName(place: string, map: JsonObject): ToolList | null {
  const members = Object.entries(map);
  if (members.length === 0 || !members.every(([, tool]) => isObject(tool) && schemaIn(tool) !== undefined)) {
    return null;
  }
  const at = (name: string) => `${place}[${JSON.stringify(name.slice(0, 64).toWellFormed())}]`;
  return { place, tools: members.map(([name, tool]) => ({ place: at(name), name, tool })) };
}

const SCHEMAS = ['inputSchema', 'input_schema', 'parameters', 'schema'];

/** MCP's name, and the one of other programs. */
const OUTPUTS = ['outputSchema', 'output_schema'];

function schemaIn(tool: JsonObject): [name: string, schema: unknown] | undefined {
  const name = SCHEMAS.find((one) => Object.hasOwn(tool, one));
  return name === undefined ? undefined : [name, tool[name]];
}

export function readTool(place: string, named: string | null, written: JsonValue): Read {
  const fault = (at: string, message: string): Read => ({ fault: { place: at, message } });
  if (!isObject(written)) return fault(place, 'Input should be an object that describes a tool');
  const inner = memberOf(written, 'function');
  const tool = isObject(inner) ? inner : written;
  const at = tool === written ? place : `${place}.function`;
  const kind = memberOf(written, 'type');
  const name = memberOf(tool, 'name') ?? named;
  if (typeof name !== 'string') {
    return typeof kind === 'string' && kind !== 'function'
      ? fault(place, 'This tool runs at its provider and has no schema here: write its entry by hand')
      : fault(`${at}.name`, 'A tool needs a name');
  }
  const [member, schema] = schemaIn(tool) ?? ['', undefined];
  if (schema !== undefined && schema !== null && !isObject(schema)) {
    return fault(`${at}.${member}`, 'Input should be a JSON Schema, as an object');
  }
  const output = OUTPUTS.map((one) => memberOf(tool, one)).find(isObject);
  return {
    definition: {
      place: at,
      name,
      title: textOf(memberOf(tool, 'title')),
      description: textOf(memberOf(tool, 'description')),
      schema: plainSchema(isObject(schema) ? schema : {}),
      ...(output !== undefined && { output: plainSchema(output) }),
      hints: hintsIn(memberOf(tool, 'annotations')),
    },
  };
}

/** Some SDKs wrap the schema once more, as `{jsonSchema: …}`. */
function plainSchema(schema: JsonObject): JsonObject {
  const wrapped = memberOf(schema, 'jsonSchema');
  return isObject(wrapped) && memberOf(schema, 'properties') === undefined ? wrapped : schema;
}

function hintsIn(annotations: unknown): Hints {
  if (!isObject(annotations)) return {};
  const flag = (name: string, as: keyof Hints): Hints => {
    const value = memberOf(annotations, name);
    return typeof value === 'boolean' ? { [as]: value } : {};
  };
  return {
    ...flag('readOnlyHint', 'readOnly'),
    ...flag('destructiveHint', 'destructive'),
    ...flag('openWorldHint', 'openWorld'),
  };
}

/** Decides by the shape of the first tool; all formats are read alike. */
export function formatOf({ tools }: ToolList): Exclude<ImportFormat, 'openapi'> {
  const first = tools.find(({ tool }) => isObject(tool))?.tool as JsonObject | undefined;
  if (first === undefined) return 'mcp';
  if (isObject(first.function) || first.type === 'function') return 'openai';
  return Object.hasOwn(first, 'inputSchema') || Object.hasOwn(first, 'annotations') ? 'mcp' : 'functions';
}
