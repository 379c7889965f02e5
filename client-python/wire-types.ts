/**
 * Generates `assize/wire.py` from the description of the API: a definition for each named schema, for each object
 * inside one, and for the unnamed bodies that the Python client sends or reads. A definition follows all those that
 * it names, because Python looks each name up when it reads the line.
 */
import { MAX_PLANNED_STEPS } from '../client/planning/answer.ts';
import * as planning from '../client/planning/prompt.ts';

interface Schema {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  type?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
}

interface Body {
  content: { 'application/json': { schema: Schema } };
}

interface Operation {
  operationId: string;
  requestBody: Body;
  responses: Record<string, Body>;
}

const HEADER = `"""The shapes that go over the wire, as docs/openapi.json describes them.

\`npm run generate\` makes this file. A field that is \`NotRequired\` may be absent; times are ISO 8601 in UTC, unless a
field says otherwise.
"""

import json
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict
`;

/** The description does not name these bodies, and these operations take or return them. */
const REQUESTS = { NewTargets: 'addTargets', ToolWrite: 'putTool' };
const ANSWERS = {
  EvaluatedBatch: 'evaluateBatchA',
  LatestArtifacts: 'latestEvidence',
  SuggestedTargets: 'suggestTargets',
  SuggestedTools: 'suggestTools',
};

const SIMPLE: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};
const CONSTANTS: Record<string, string> = { true: 'True', false: 'False', null: 'None' };
const KEYWORD =
  /^(?:False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)$/;

/** @param text the description in OpenAPI 3.1, as JSON. @returns a module in Python */
export function wireTypes(text: string): string {
  const { paths, components } = JSON.parse(text);
  const described = Object.values<Record<string, Operation>>(paths).flatMap((path) => Object.values(path));
  const operations = new Map(described.map((operation) => [operation.operationId, operation]));
  const schemas: Record<string, Schema> = { ...components.schemas };
  for (const [name, id] of Object.entries(REQUESTS)) {
    schemas[name] = schemaOf(operations.get(id)?.requestBody);
  }
  for (const [name, id] of Object.entries(ANSWERS)) {
    const answers = Object.entries(operations.get(id)?.responses ?? {});
    schemas[name] = schemaOf(answers.find(([status]) => status.startsWith('2'))?.[1]);
  }
  return [HEADER, ...definitionsOf(schemas), planConstants()].join('\n\n');
}

/** The prompt and the schema by which every client asks a model for a plan. */
function planConstants(): string {
  const limits = {
    task: planning.MAX_PLANNED_TASK_CHARACTERS,
    tools: planning.MAX_PLANNED_TOOLS,
    description: planning.MAX_PLANNED_DESCRIPTION_CHARACTERS,
    name: planning.MAX_NAME_CHARACTERS,
    steps: MAX_PLANNED_STEPS,
  };
  const schema = JSON.stringify(JSON.stringify(planning.PLAN_SCHEMA));
  return [
    `PLAN_PROMPT = ${JSON.stringify(planning.PLAN_PROMPT)}`,
    `PLAN_SCHEMA: dict[str, Any] = json.loads(${schema})`,
    `PLAN_LIMITS = ${JSON.stringify(limits)}\n`,
  ].join('\n');
}

function schemaOf(body: Body | undefined): Schema {
  if (body === undefined) throw new Error('docs/openapi.json lacks an operation of the Python client.');
  return body.content['application/json'].schema;
}

function definitionsOf(schemas: Record<string, Schema>): string[] {
  const written = new Set<string>();
  const definitions: string[] = [];

  function named(name: string): string {
    const schema = schemas[name];
    if (schema === undefined || written.has(name)) return name;
    const type = typeOf(schema, name);
    if (type !== name) {
      written.add(name);
      definitions.push(`${name}: TypeAlias = ${type}\n`);
    }
    return name;
  }

  /** @param name for an object without a name of its own */
  function typeOf(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return named(schema.$ref.replace(/^.*\//, ''));
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    if (schema.anyOf !== undefined) return union(schema.anyOf.map((each) => typeOf(each, name)));
    const [only, ...others] = schema.allOf ?? [];
    if (only !== undefined && others.length === 0) return typeOf(only, name);
    if (schema.type === 'array') return `list[${typeOf(schema.items ?? {}, singular(name))}]`;
    if (schema.type === 'object') return objectType(schema, name);
    return SIMPLE[schema.type ?? ''] ?? 'Any';
  }

  function objectType(schema: Schema, name: string): string {
    const { properties = {}, additionalProperties: more } = schema;
    if (Object.keys(properties).length === 0) {
      const isOfOneType = typeof more === 'object' && Object.keys(more).length > 0;
      return `dict[str, ${isOfOneType ? typeOf(more, name) : 'Any'}]`;
    }
    // A class could not hold keys that are not in it.
    if (more === true) return 'dict[str, Any]';
    const free = freeName(schema, name);
    written.add(free);
    const fields = Object.entries(properties).map(([key, value]): [string, string] => {
      const type = typeOf(value, free + camel(key));
      return [key, schema.required?.includes(key) ? type : `NotRequired[${type}]`];
    });
    definitions.push(classText(schema, free, fields));
    return free;
  }

  /** An object's place may suggest the name of another schema. */
  function freeName(schema: Schema, name: string): string {
    const isTaken = written.has(name) || (schemas[name] ?? schema) !== schema;
    return isTaken ? freeName(schema, `${name}Shape`) : name;
  }

  for (const name of Object.keys(schemas)) named(name);
  return definitions;
}

function classText({ description, properties }: Schema, name: string, fields: [string, string][]): string {
  if (fields.some(([key]) => KEYWORD.test(key))) {
    const members = fields.map(([key, type]) => `"${key}": ${type}`).join(', ');
    return `${name} = TypedDict("${name}", {${members}})\n`;
  }
  const lines = fields.flatMap(([key, type]) => [`${key}: ${type}`, ...doc(properties?.[key]?.description)]);
  return [
    `class ${name}(TypedDict):`,
    ...[...doc(description), ...lines].map((line) => `    ${line}`),
    '',
  ].join('\n');
}

function doc(description: string | undefined): string[] {
  if (!description) return [];
  const text = description.replaceAll('\\', '\\\\').replaceAll('"""', "'''");
  return [`"""${text}${/[.!?]$/.test(text) ? '' : '.'}"""`];
}

/** Each type once, and None last. */
function union(types: readonly string[]): string {
  const each = new Set(types);
  return [...[...each].filter((type) => type !== 'None'), ...(each.has('None') ? ['None'] : [])].join(' | ');
}

function literal(value: unknown): string {
  const text = JSON.stringify(value);
  return CONSTANTS[text] ?? text;
}

function camel(name: string): string {
  const parts = name.split(/[^A-Za-z0-9]/);
  return parts.map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join('');
}

function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  return /[^s]s$/.test(name) ? name.slice(0, -1) : `${name}Item`;
}
