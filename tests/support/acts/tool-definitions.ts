/** Reads the tool definitions in `tests/cases/tools/`, and compares the importer's proposals with them. */
import { readFileSync } from 'node:fs';
import type { WrittenEntry } from '@assize/act-reading/tools';
import { proposeFromDocument } from '@assize/act-reading/tools/import';
import type { JsonObject, JsonValue } from '@assize/evidence-format';

export interface Judged {
  name: string;
  wanted: string[];
  effect: string;
  why: string;
  /** Expected targets that were not found, or that have another role. */
  missed: string[];
  /** Found targets that were not expected. */
  spare: string[];
  wantedTargets: number;
}

interface Definition {
  name: string;
  schema: JsonObject;
  effects: string[];
  targets: { path: string; roles: string[] }[];
  description: string;
}

export function judged(file: URL): Judged[] {
  return definitionsIn(readFileSync(file, 'utf8')).map((definition) => {
    const { name, schema, description, effects, targets } = definition;
    const tool: JsonValue = { name, description, inputSchema: schema };
    const { entries, faults } = proposeFromDocument([tool]);
    const [proposal] = entries;
    if (proposal === undefined) throw new Error(`${name}: ${faults[0]?.message}`);
    const { entry, reasons } = proposal;
    const missed = targets.filter(
      ({ path, roles }) => !entry.targets.some((one) => one.path === path && roles.includes(one.role)),
    );
    const spare = entry.targets.filter(({ path }) => !targets.some((one) => one.path === path));
    return {
      name,
      wanted: effects,
      effect: entry.effect ?? '',
      why: reasons.effect ?? '',
      missed: missed.map(({ path, roles }) => `${path}:${roles.join('/')}`),
      spare: spare.map(({ path, kind, role }) => `${path}:${kind}/${role}`),
      wantedTargets: targets.length,
    };
  });
}

function definitionsIn(text: string): Definition[] {
  const lines = text.split('\n').filter((line) => line !== '' && !/^(?:#|==)/.test(line));
  return lines.map((line) => {
    const [name = '', fields = '', effects = '', targets = '', description = ''] = line
      .split('|')
      .map((part) => part.trim());
    return {
      name,
      description,
      effects: effects.split(','),
      schema: schemaOf(fields.split(' ').filter((field) => field !== '')),
      targets: targets
        .split(' ')
        .filter((target) => target !== '')
        .map((target) => {
          const [path = '', roles = ''] = target.split(':');
          return { path, roles: roles.split('/') };
        }),
    };
  });
}

/** Reads `to[]`, `amount:number`, `items[].sku`. */
function schemaOf(fields: readonly string[]): JsonObject {
  const root: JsonObject = { type: 'object', properties: {} };
  for (const field of fields) {
    const [path = '', type = 'string'] = field.split(':');
    addField(root, path.replaceAll('[]', '[*]').replaceAll('!', ''), { type });
  }
  return root;
}

function addField(root: JsonObject, path: string, leaf: JsonObject): void {
  let here = root;
  const steps = path.split('.');
  for (const [at, step] of steps.entries()) {
    const isList = step.endsWith('[*]');
    const name = step.replace('[*]', '');
    const inner = at === steps.length - 1 ? leaf : { type: 'object', properties: {} };
    if (here.properties === undefined) here.properties = {};
    const properties = here.properties as JsonObject;
    properties[name] ??= isList ? { type: 'array', items: inner } : inner;
    const member = properties[name] as JsonObject;
    here = (isList ? (member.items ?? {}) : member) as JsonObject;
  }
}

/** Returns the importer's proposal for a tool of a ready catalogue, which it sees as its server would list it. */
export function proposalFor({ tool, server = '', description = '', ...entry }: WrittenEntry): WrittenEntry {
  const schema: JsonObject = { type: 'object', properties: {} };
  const { targets = [], contents = [], amount, effect_by: by } = entry;
  if (by !== undefined) addField(schema, by.path, { type: 'string', enum: Object.keys(by.values) });
  for (const { path } of [...targets, ...contents]) addField(schema, path, { type: 'string' });
  if (amount !== undefined) addField(schema, amount.path, { type: 'number' });
  const { entries, faults } = proposeFromDocument([{ name: tool, description, inputSchema: schema }], {
    server,
  });
  const [proposal] = entries;
  if (proposal === undefined) throw new Error(`${tool}: ${faults[0]?.message}`);
  return proposal.entry;
}
