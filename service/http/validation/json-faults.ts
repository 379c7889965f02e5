/**
 * Finds the faults of a parsed JSON value, each with its exact path. It is slower than the count that every
 * body goes through, and runs only if that count found something unusual.
 */

import type { JsonValue } from '@assize/evidence-format';
import { type LocatedFault, locPart, MAX_FAULTS } from './faults.ts';

/** The maximum levels of objects and arrays in an evaluation's `context`, itself included. */
export const MAX_CONTEXT_DEPTH = 32;

/**
 * The maximum levels in a whole body: room for a context inside a batch, and a limit for all code that walks
 * a body later.
 */
export const MAX_BODY_DEPTH = 64;

interface Walk {
  faults: LocatedFault[];
  path: string[];
}

/** All faults of a body, in the order of the text, at most {@link MAX_FAULTS}. */
export function valueFaults(body: JsonValue): LocatedFault[] {
  const walk: Walk = { faults: [], path: ['body'] };
  visit(walk, body, MAX_BODY_DEPTH, MAX_BODY_DEPTH);
  return walk.faults;
}

/**
 * Finds values nested deeper than a context may be. {@link valueFaults} reports this for the `context` of the
 * body itself; a batch calls it for each of its items, because a bad item there must not refuse the others.
 */
export function contextDepthFaults(context: JsonValue, loc: readonly string[]): LocatedFault[] {
  const walk: Walk = { faults: [], path: [...loc] };
  visit(walk, context, MAX_CONTEXT_DEPTH, MAX_CONTEXT_DEPTH);
  return walk.faults.filter((fault) => fault.type === 'nesting_too_deep');
}

function visit(walk: Walk, value: JsonValue, room: number, limit: number): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed())
      addFault(walk, 'string_unicode', 'Input should be valid Unicode, without lone surrogates');
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) addFault(walk, 'finite_number', 'Input should be a finite number');
  } else if (typeof value === 'object' && value !== null) {
    if (room === 0) addFault(walk, 'nesting_too_deep', `Input should be nested at most ${limit} levels deep`);
    else if (Array.isArray(value)) visitItems(walk, value, room, limit);
    else visitMembers(walk, value, room, limit);
  }
}

function visitItems(walk: Walk, items: readonly JsonValue[], room: number, limit: number): void {
  for (const [index, item] of items.entries()) {
    if (walk.faults.length >= MAX_FAULTS) return;
    walk.path.push(String(index));
    visit(walk, item, room - 1, limit);
    walk.path.pop();
  }
}

function visitMembers(walk: Walk, object: { [key: string]: JsonValue }, room: number, limit: number): void {
  const isBody = walk.path.length === 1;
  for (const [key, value] of Object.entries(object)) {
    if (walk.faults.length >= MAX_FAULTS) return;
    walk.path.push(key);
    if (!key.isWellFormed())
      addFault(walk, 'string_unicode', 'Key should be valid Unicode, without lone surrogates');
    if (key === '__proto__') addFault(walk, 'extra_forbidden', 'Extra inputs are not permitted');
    if (isBody && key === 'context') visit(walk, value, MAX_CONTEXT_DEPTH, MAX_CONTEXT_DEPTH);
    else visit(walk, value, room - 1, limit);
    walk.path.pop();
  }
}

function addFault(walk: Walk, type: string, msg: string): void {
  if (walk.faults.length >= MAX_FAULTS) return;
  walk.faults.push({ loc: walk.path.map(locPart), msg, type });
}
