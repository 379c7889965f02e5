/**
 * Reads MongoDB query documents given as JSON: a pipeline, a command, or a filter. An unknown stage or command makes
 * the document unreadable, because it might write.
 */

import { type JsonObject, type JsonValue, parseJson } from '@assize/evidence-format';
import { type Act, type Content, listed, refused, shown, target } from '../content.ts';
import { setOf } from '../lists.ts';
import { effectOfCommand, isStage } from './commands.ts';
import { choosesAll } from './filters.ts';

const MAX_MONGO = 65_536;
const MAX_DEPTH = 100;
/** With one of these, the database runs JavaScript. */
const RUNNING = setOf('$where $function $accumulator mapReduce $eval');

class Unreadable extends Error {}

/**
 * @param dialect `delete` and `update` for the filter of such a call, which states how much it changes; `filter` for
 * the filter of another call; `command` for a database command. Without a dialect, a list is a pipeline, and an
 * object is a command if its first member is one.
 */
export function readMongo(text: string, dialect?: string): Content {
  const notes = new Notes();
  try {
    const reason = refused(text, MAX_MONGO);
    if (reason !== null) throw new Unreadable(reason);
    readDocument(parsed(text), dialect, notes);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { kind: 'mongo', unreadable: error.message, acts: [], facts: new Notes().facts() };
  }
  if (notes.acts.length === 0) notes.add({ effect: 'read', what: 'reads documents', targets: [] });
  return { kind: 'mongo', unreadable: null, acts: notes.acts, facts: notes.facts() };
}

function parsed(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    throw new Unreadable('it is not JSON, or is nested too deep');
  }
}

function readDocument(document: JsonValue, dialect: string | undefined, notes: Notes): void {
  if (Array.isArray(document)) {
    if (dialect === 'delete' || dialect === 'update' || dialect === 'command')
      throw new Unreadable('it is a list, where one document is meant');
    readPipeline(document, notes);
  } else if (isObject(document)) {
    const [first = ''] = Object.keys(document);
    if (
      dialect === 'command' ||
      (dialect === undefined && effectOfCommand(first.toLowerCase()) !== undefined)
    )
      readCommand(document, notes);
    else if (dialect === 'delete' || dialect === 'update') readFilter(document, dialect, notes);
    lookInside(document, notes, 0);
  } else throw new Unreadable('it is no document');
}

/** Reads a list of stages. A list of other values makes the document unreadable. */
function readPipeline(stages: readonly JsonValue[], notes: Notes): void {
  for (const stage of stages) {
    const [name = '', ...more] = isObject(stage) ? Object.keys(stage) : [];
    if (!isObject(stage) || more.length > 0 || !isStage(name))
      throw new Unreadable(`the stage ${shown(name || 'without a name', 40)} is not known`);
    lookInside(stage, notes, 0);
  }
}

function readFilter(filter: JsonObject, effect: 'delete' | 'update', notes: Notes): void {
  if (!choosesAll(filter)) return;
  const all = { targets: [], risk_level: 'high', irreversible: true, beyond_mandates: true } as const;
  if (effect === 'delete')
    notes.add({ effect: 'delete', what: 'deletes all documents', ...all, targets: [] });
  else notes.add({ effect: 'write', what: 'changes all documents', ...all, targets: [] });
}

function readCommand(document: JsonObject, notes: Notes): void {
  const [name = ''] = Object.keys(document);
  const known = effectOfCommand(name.toLowerCase());
  if (known === undefined)
    throw new Unreadable(`the command ${shown(name || 'without a name', 40)} is not known`);
  notes.names.push(name);
  const on = document[name];
  const targets = typeof on === 'string' ? [target('object', known === 'read' ? 'place' : 'object', on)] : [];
  const isGrave = known === 'delete' || known === 'configure' || known === 'execute';
  notes.add({
    effect: known,
    what: `runs the command ${shown(name, 40)}${targets.length > 0 ? ` on ${shown(String(on))}` : ''}`,
    targets: targets.length > 0 || !isGrave ? targets : [target('program', 'program', `mongo ${name}`)],
    ...(known === 'delete' && { irreversible: true }),
    ...(isGrave && { risk_level: 'high' }),
  });
  for (const each of [document.deletes, document.updates].flat()) {
    if (isObject(each) && isObject(each.q))
      readFilter(each.q, document.deletes === undefined ? 'update' : 'delete', notes);
  }
  if (document.pipeline !== undefined) {
    if (!Array.isArray(document.pipeline)) throw new Unreadable('its pipeline is no list');
    readPipeline(document.pipeline, notes);
  }
}

/** Finds code and other collections at any depth. */
function lookInside(value: JsonValue, notes: Notes, depth: number): void {
  if (depth > MAX_DEPTH) throw new Unreadable('it is nested too deep');
  if (Array.isArray(value)) for (const each of value) lookInside(each, notes, depth + 1);
  else if (isObject(value)) {
    for (const [name, each] of Object.entries(value)) {
      if (name.startsWith('$')) notes.names.push(name);
      if (RUNNING.has(name)) notes.runsCode(name);
      // Inside another stage, the database refuses these; if one ever accepts them, they write.
      if (name === '$out' || name === '$merge') notes.writesTo(name, each as JsonValue);
      if (name === 'from' || name === '$unionWith') notes.looksInto(each as JsonValue);
      lookInside(each as JsonValue, notes, depth + 1);
    }
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

class Notes {
  readonly acts: Act[] = [];
  readonly names: string[] = [];
  readonly collections: string[] = [];
  private readonly keys = new Set<string>();

  add(act: Act): void {
    const key = JSON.stringify([act.effect, act.what]);
    if (this.keys.has(key)) return;
    this.keys.add(key);
    this.acts.push(act);
  }

  writesTo(stage: string, value: JsonValue): void {
    const written = isObject(value) ? (value.into ?? value) : value;
    const name = nameOf(written);
    if (name !== null) this.collections.push(name);
    const isReplaced = stage === '$out';
    this.add({
      effect: 'write',
      what: `${isReplaced ? 'replaces' : 'writes into'} the collection ${shown(name ?? '…')}`,
      targets: [
        name === null
          ? target('object', 'object', '…', 'the stage does not name its collection')
          : target('object', 'object', name),
      ],
      ...(isReplaced && { irreversible: true, risk_level: 'high' }),
    });
  }

  looksInto(value: JsonValue): void {
    const name = nameOf(value);
    if (name === null) return;
    this.collections.push(name);
    this.add({
      effect: 'read',
      what: `reads the collection ${shown(name)}`,
      targets: [target('object', 'place', name)],
    });
  }

  runsCode(name: string): void {
    this.add({
      effect: 'execute',
      what: `runs JavaScript in the database by ${name}`,
      targets: [target('program', 'program', `mongo ${name}`)],
      risk_level: 'high',
    });
  }

  facts(): JsonObject {
    return {
      operators: listed(this.names),
      collections: listed(this.collections),
      writes: this.acts.some(({ effect }) => effect !== 'read'),
      runs_code: this.names.some((name) => RUNNING.has(name)),
    };
  }
}

function nameOf(value: JsonValue | undefined): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (!isObject(value) || typeof value.coll !== 'string') return null;
  return typeof value.db === 'string' ? `${value.db}.${value.coll}` : value.coll;
}
