/**
 * Reads an action's arguments by path. An absent value is nothing; a value in a form that the path does not fit is
 * unreadable, and is never taken for nothing. The work is bounded: an act has a fixed number of elements to spend.
 */
import { type JsonObject, type JsonValue, parseJson } from '@assize/evidence-format';
import { countWork } from '../../work.ts';

/** How many elements may be read for all paths of one act. */
export const MAX_ELEMENTS = 10_000;

export interface Read {
  /** Its place, such as `to[0]`. */
  path: string;
  value: JsonValue;
}

export type Found = { values: readonly Read[] } | { unreadable: string };

/** How many elements may still be read. */
export interface Allowance {
  left: number;
}

export const allowance = (): Allowance => ({ left: MAX_ELEMENTS });

type Step = { member: string } | { element: number } | 'elements' | 'members';

const STEPS = /\[(?:(\*)|(\d{1,5})|"([^"]+)")\]|\.?([^.[\]*"]+)|\.?(\*)/g;
const remembered = new Map<string, readonly Step[]>();
const MAX_REMEMBERED = 10_000;

function stepsOf(path: string): readonly Step[] {
  let steps = remembered.get(path);
  if (steps === undefined) {
    steps = [...path.replace(/^\$(?=[.[]|$)/, '').matchAll(STEPS)].map(stepOf);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(path, steps);
  }
  return steps;
}

function stepOf([, all, element, quoted, name, members]: RegExpMatchArray): Step {
  if (all !== undefined) return 'elements';
  if (members !== undefined) return 'members';
  if (element !== undefined) return { element: Number(element) };
  return { member: quoted ?? name ?? '' };
}

/**
 * Reads the values at a path. Empty texts and null are nothing. A list in place of one value is read element by
 * element.
 */
export function readPath(root: JsonValue, path: string, allowed: Allowance): Found {
  let here: Read[] = [{ path: '', value: root }];
  for (const step of stepsOf(path)) {
    const next: Read[] = [];
    for (const from of here) {
      const fault = follow(from, step, next, allowed);
      if (fault !== null) return { unreadable: fault };
    }
    here = next;
  }
  return { values: here.filter(({ value }) => !isNothing(value)) };
}

function isNothing(value: JsonValue): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** @returns why the step can't be followed; null if it can. */
function follow({ path, value }: Read, step: Step, next: Read[], allowed: Allowance): string | null {
  if (isNothing(value)) return null;
  if (Array.isArray(value)) return followList({ path, value }, step, next, allowed);
  if (step === 'elements') {
    next.push({ path, value });
    return spend(allowed, 1);
  }
  if (typeof value !== 'object' || value === null) return `${path || 'the argument'} has no members`;
  if (step === 'members') {
    const names = Object.keys(value);
    for (const name of names.slice(0, allowed.left)) {
      next.push({ path: memberOf(path, name), value: value[name] as JsonValue });
    }
    return spend(allowed, names.length);
  }
  if (typeof step === 'object' && 'element' in step) return `${path || 'the argument'} is not a list`;
  if (Object.hasOwn(value, step.member)) {
    next.push({ path: memberOf(path, step.member), value: value[step.member] as JsonValue });
  }
  return spend(allowed, 1);
}

function followList(
  { path, value: list }: { path: string; value: JsonValue[] },
  step: Step,
  next: Read[],
  allowed: Allowance,
): string | null {
  if (typeof step === 'object' && 'element' in step) {
    const value = list[step.element];
    if (value !== undefined) next.push({ path: `${path}[${step.element}]`, value });
    return spend(allowed, 1);
  }
  const tooMany = spend(allowed, list.length);
  if (tooMany !== null) return tooMany;
  for (const [place, value] of list.entries()) {
    const element = { path: `${path}[${place}]`, value };
    if (step === 'elements' || step === 'members') next.push(element);
    else if (Array.isArray(value)) return `${element.path} is a list in a list`;
    else {
      const fault = follow(element, step, next, allowed);
      if (fault !== null) return fault;
    }
  }
  return null;
}

function spend(allowed: Allowance, count: number): string | null {
  countWork(count * 10);
  allowed.left -= count;
  return allowed.left < 0 ? `the arguments have more than ${MAX_ELEMENTS} elements` : null;
}

const PLAIN_NAME = /^[\p{L}\p{N}_$-]{1,64}$/u;
const MAX_SHOWN = 64;

/** Returns the place of a member. A long name is cut, so two places may read the same. */
export function memberOf(path: string, name: string): string {
  if (PLAIN_NAME.test(name)) return path === '' ? name : `${path}.${name}`;
  return `${path}[${JSON.stringify(name.slice(0, MAX_SHOWN))}]`;
}

/** Members of a context that the laws read, and that are not arguments of the tool. */
const OF_THE_LAWS: ReadonlySet<string> = new Set([
  'risk_level',
  'is_irreversible',
  'has_approval',
  'approval_id',
  'mandate_id',
  'estimated_cost_usd',
  'budget_remaining_usd',
  'confidence_score',
  'min_confidence',
  'trust_score',
  'actor_type',
  'artifact_type',
  'alternatives',
]);

/** Without `arguments`, the members of the context are the arguments. */
export function hasArguments(context: { readonly arguments?: unknown }): boolean {
  return context.arguments !== undefined && context.arguments !== null;
}

/**
 * Sorts members as the canonical form does, in which arguments are recorded: of two that say the same, the record
 * names the first.
 */
function inOrder<Value extends JsonValue>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder) as Value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, each]) => [name, inOrder(each as JsonValue)])) as Value;
}

/** Returns the tool's arguments, or why they can't be read. Some frameworks send them as a JSON text. */
export function argumentsOf(context: Readonly<Record<string, unknown>>): JsonObject | string {
  if (!hasArguments(context)) {
    const rest = Object.entries(context).filter(
      ([name, value]) => !OF_THE_LAWS.has(name) && name !== 'arguments' && value !== undefined,
    );
    return inOrder(Object.fromEntries(rest) as JsonObject);
  }
  const given = context.arguments;
  const read = typeof given === 'string' ? parsed(given) : given;
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    return 'context.arguments is no object';
  if (!isWithin(read as JsonObject, MAX_DEPTH)) return 'context.arguments is nested too deep';
  return inOrder(read as JsonObject);
}

/** A request body is never deeper, but a JSON text inside it may be. */
const MAX_DEPTH = 32;

function isWithin(value: JsonValue, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => isWithin(each as JsonValue, depth - 1));
}

function parsed(text: string): unknown {
  countWork(text.length);
  try {
    return text.trim() === '' ? {} : parseJson(text);
  } catch {
    return null;
  }
}
