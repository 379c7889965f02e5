/**
 * Reads from an approval what a human changed in a call: the arguments to run instead, and words that tell the model. The
 * texts of a correction are foreign: in the words they are cut, and can't leave their quotation marks.
 */
import type { Approval, ArgumentChange } from '../api.ts';
import { actionOf, argumentsOf, type CorrectedCall, type ToolCall } from '../judgement.ts';

/**
 * @returns undefined where the approval is not given, is uncorrected, or is not for exactly this call
 */
export function correctionFor(approval: Approval, call: ToolCall): CorrectedCall | undefined {
  const { status, action, context, corrected } = approval;
  // An older service has no corrections.
  if (status !== 'approved' || corrected == null || action !== actionOf(call)) return undefined;
  const asked = argumentsOf(call.arguments);
  if (!isSame(inJson(asked), context?.arguments) || !isObject(corrected.arguments)) return undefined;
  const made = applied(asked, corrected.arguments);
  return {
    arguments: asked === call.arguments ? made : unwrapped(call.arguments, made),
    note: noteOf(corrected.changed ?? []),
  };
}

/** Keeps what the correction left alone as it was given, since JSON has no dates and no classes. */
function applied(given: unknown, wanted: unknown): unknown {
  if (isSame(inJson(given), wanted)) return given;
  if (Array.isArray(given) && Array.isArray(wanted)) {
    return wanted.map((each, place) => applied(given[place], each));
  }
  if (!isPlain(given) || !isObject(wanted)) return structuredClone(wanted);
  const kept = Object.keys(given).filter((name) => Object.hasOwn(wanted, name));
  const names = new Set([...kept, ...Object.keys(wanted)]);
  return Object.fromEntries([...names].map((name) => [name, applied(given[name], wanted[name])]));
}

/** A value that is not an object was judged as the member `input` of one. */
function unwrapped(given: unknown, made: unknown): unknown {
  if (given === undefined || given === null || !isObject(made)) return made;
  return Object.keys(made).join() === 'input' ? made.input : made;
}

function inJson(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, place) => isSame(each, other[place]));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPlain(value: unknown): value is Fields {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const MAX_CHANGES = 10;
const MAX_CHARACTERS = 100;

function noteOf(changed: readonly ArgumentChange[]): string {
  if (changed.length === 0) return 'A human changed the call before approving it.';
  const told = changed.slice(0, MAX_CHANGES).map(wordsFor);
  if (changed.length > MAX_CHANGES) told.push(`and ${changed.length - MAX_CHANGES} more changes`);
  return `A human changed the call before approving it: ${told.join('; ')}.`;
}

function wordsFor(change: ArgumentChange): string {
  const { path, before, after } = change;
  if (!('before' in change)) return `added ${placeOf(path)} as ${shown(after)}`;
  if (!('after' in change)) return `removed ${placeOf(path)}, which was ${shown(before)}`;
  return `${placeOf(path)} from ${shown(before)} to ${shown(after)}`;
}

/** A plain name as it is; any other is quoted. */
function placeOf(path: string): string {
  const name = path.replace(/^\//, '').replaceAll('/', '.');
  return /^[\w.-]{1,60}$/.test(name) ? name : quoted(path);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return isObject(value) ? 'an object' : String(value);
}

/** Quotes a foreign text: cut, in one line, with every invisible character and quotation mark escaped. */
export function quoted(text: string, characters = MAX_CHARACTERS): string {
  const cut = text.length > characters ? `${text.slice(0, characters)}…` : text;
  return jsonText(cut);
}

/** JSON in one line, in which nothing is invisible. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(INVISIBLE, (each) =>
    each
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

/** Says why a human did not approve a call, in words that a model can act on. */
export function refusalBy({ status, decisions }: Approval): string {
  if (status !== 'rejected') return `The approval is ${status}, so the call was not carried out.`;
  const comment = decisions.at(-1)?.comment;
  return typeof comment === 'string' && comment !== ''
    ? `A human rejected this call: ${quoted(comment, MAX_COMMENT_CHARACTERS)} It was not carried out. Do what they say instead of repeating it.`
    : "A human rejected this call. It was not carried out: don't repeat it.";
}

/** The service takes no longer one. */
const MAX_COMMENT_CHARACTERS = 4_096;
