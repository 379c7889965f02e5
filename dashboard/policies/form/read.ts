/**
 * Reads CEL as a form. Each condition is compared with what the form itself would write, sign by sign, so that a form
 * never means anything else than the source it came from.
 */
import { flat, isClosed, type Part, partsOf, withoutBrackets } from './brackets.ts';
import { type ComparisonName, comparisonOf, comparisonsOf, type Values } from './comparisons.ts';
import { FIELD_NAMES, type FieldName, fieldOf, ROLES } from './fields.ts';
import { type Absent, type Condition, celOfCondition, type Join, type RuleForm, SIGNS } from './rule.ts';
import { isPlainKey, type Token, tokensOf } from './tokens.ts';

/** @returns null where the source can't be shown as a form. */
export function formOf(source: string): RuleForm | null {
  // Half a character has no one meaning.
  const tokens = source.isWellFormed() ? tokensOf(source) : null;
  if (tokens === null || !isClosed(tokens)) return null;
  if (tokens.length === 0) return { join: 'all', conditions: [] };
  const whole = withoutBrackets(tokens);
  const join = partsOf(whole, '||').length > 1 ? 'either' : 'all';
  const conditions = joined(whole, join);
  if (conditions === null) return null;
  return { join: conditions.length < 2 ? 'all' : join, conditions };
}

/** @returns null where a part is none. */
function joined(tokens: Part, join: Join): Condition[] | null {
  const parts = flat(tokens, SIGNS[join]);
  const conditions: Condition[] = [];
  for (const part of parts) {
    const condition = conditionIn(part) ?? guardedIn(part, join);
    if (condition === null) return null;
    const last = conditions.at(-1);
    const merged = last === undefined ? null : guarded(last, condition, join);
    if (merged !== null) conditions.pop();
    conditions.push(merged ?? condition);
  }
  return conditions;
}

/** A condition with its guard, in brackets because it is joined otherwise than the rest. */
function guardedIn(part: Part, outside: Join): Condition | null {
  const join = outside === 'all' ? 'either' : 'all';
  const [guard, test, ...more] = partsOf(part, SIGNS[join]);
  if (guard === undefined || test === undefined || more.length > 0) return null;
  const [first, second] = [conditionIn(guard), conditionIn(test)];
  return first && second && guarded(first, second, join);
}

/** Two conditions as one: whether a value is stated, and then what it is. */
function guarded(guard: Condition, test: Condition, join: Join): Condition | null {
  const isGuard = guard.comparison === (join === 'all' ? 'stated' : 'stated_not');
  const isSame = guard.field === test.field && guard.of === test.of;
  if (!isGuard || !isSame || test.absent !== 'errs') return null;
  return { ...test, absent: join === 'all' ? 'fails' : 'holds' };
}

function conditionIn(part: Part): Condition | null {
  const bare = withoutBrackets(part);
  for (const field of FIELD_NAMES) {
    for (const of of ofsIn(field, bare)) {
      for (const { candidate, pattern } of sayableAbout(field, of)) {
        const values = valuesIn(bare, pattern);
        if (values !== null) return { ...candidate, values };
      }
    }
  }
  return null;
}

interface Sayable {
  candidate: Omit<Condition, 'values'>;
  pattern: Pattern;
}

const sayable = new Map<string, readonly Sayable[]>();

/** Everything that the form could say about a field. It is kept, unless the name comes from the source. */
function sayableAbout(field: FieldName, of: string): readonly Sayable[] {
  const { kind, subject, of: means } = fieldOf(field);
  const id = `${field} ${of}`;
  const kept = sayable.get(id);
  if (kept !== undefined) return kept;
  const all = comparisonsOf(kind, subject(of)).flatMap((comparison) =>
    absentsOf(field, of, comparison).flatMap((absent) => {
      const candidate = { field, of, comparison, absent };
      return patternsOf(candidate).map((pattern) => ({ candidate, pattern }));
    }),
  );
  if (means === undefined || means === 'role') sayable.set(id, all);
  return all;
}

function ofsIn(field: FieldName, part: Part): string[] {
  const { of } = fieldOf(field);
  if (of === undefined) return [''];
  if (of === 'role') return ['', ...ROLES];
  const root = of === 'key' ? 'context' : 'variables';
  const at = part.findIndex(({ kind, value }) => kind === 'word' && value === root);
  const keys = at < 0 ? null : keysFrom(part.slice(at + 1));
  return keys === null || (of === 'variable' && keys.length > 1) ? [] : [keys.join('.')];
}

/** The keys after a root, up to a method. @returns null where one can't be written in the form. */
function keysFrom(part: Part): string[] | null {
  const keys: string[] = [];
  let at = 0;
  const isSign = (place: number, sign: string) => part[place]?.kind === 'sign' && part[place].value === sign;
  while (isSign(at, '.') || isSign(at, '[')) {
    const isQuoted = isSign(at, '[');
    const place = at + (isSign(at + 1, '?') ? 2 : 1);
    const key = part[place];
    const isThere = isQuoted ? key?.kind === 'text' : key?.kind === 'word' && isPlainKey(key.value);
    if (!isQuoted && isThere && isSign(place + 1, '(')) break;
    if (isQuoted && (!isThere || !isSign(place + 1, ']'))) return null;
    keys.push(isThere && key ? key.value : '');
    at = place + (isThere ? 1 : 0) + (isQuoted ? 1 : 0);
  }
  return keys.length === 0 || keys.some((key) => key.includes('.')) ? null : keys;
}

/** Guards are read as conditions of their own, and joined afterwards. */
function absentsOf(field: FieldName, of: string, comparison: ComparisonName): Absent[] {
  const isPlain = comparisonOf(comparison) === null || fieldOf(field).subject(of).optional === undefined;
  return isPlain ? ['fails'] : ['errs', 'counts'];
}

/** In a pattern, these stand for what a person writes. */
const TEXTS = ['\u0001 one', '\u0001 two'];
const NUMBER = 8.125e-7;
const LIST = 'a_list_of_this_name';

type Pattern = readonly (Token | { kind: 'hole'; takes: 'text' | 'texts' | 'number' | 'list' })[];

function patternsOf(candidate: Sayable['candidate']): Pattern[] {
  const takes = comparisonOf(candidate.comparison)?.takes ?? 'nothing';
  const examples: Values[] =
    takes === 'texts'
      ? [[], TEXTS.slice(0, 1), TEXTS]
      : takes === 'nothing'
        ? [[]]
        : [[], [takes === 'number' ? NUMBER : LIST]];
  return examples.map((values) => {
    const tokens = withoutBrackets(tokensOf(celOfCondition({ ...candidate, values }, null)) ?? []);
    return values.length === 0 ? tokens : withHoles(tokens);
  });
}

function withHoles(tokens: Part): Pattern {
  const at = tokens.findIndex(
    ({ kind, value }) =>
      (kind === 'text' && value === TEXTS[0]) ||
      (kind === 'number' && value === String(NUMBER)) ||
      (kind === 'word' && value === LIST),
  );
  const isSeveral = tokens[at + 2]?.value === TEXTS[1];
  const takes = isSeveral
    ? 'texts'
    : tokens[at]?.kind === 'number'
      ? 'number'
      : tokens[at]?.kind === 'word'
        ? 'list'
        : 'text';
  return [...tokens.slice(0, at), { kind: 'hole', takes }, ...tokens.slice(at + (isSeveral ? 3 : 1))];
}

/** @returns what stands in the hole of the pattern; null where the part differs from it. */
function valuesIn(part: Part, pattern: Pattern): Values | null {
  const hole = pattern.findIndex(({ kind }) => kind === 'hole');
  const before = hole < 0 ? pattern : pattern.slice(0, hole);
  const after = hole < 0 ? [] : pattern.slice(hole + 1);
  const end = part.length - after.length;
  if (end < before.length || (hole < 0 && end !== before.length)) return null;
  const isAlike = (tokens: Part, wanted: Pattern) =>
    tokens.every((token, at) => {
      const other = wanted[at];
      return other?.kind === token.kind && other.value === token.value;
    });
  if (!isAlike(part.slice(0, before.length), before) || !isAlike(part.slice(end), after)) return null;
  const filled = pattern[hole];
  return filled?.kind === 'hole' ? written(part.slice(before.length, end), filled.takes) : [];
}

function written(tokens: Part, takes: 'text' | 'texts' | 'number' | 'list'): Values | null {
  const [first, ...more] = tokens;
  if (first === undefined) return null;
  if (takes === 'number') return first.kind === 'number' && more.length === 0 ? [Number(first.value)] : null;
  if (takes === 'list') return first.kind === 'word' && more.length === 0 ? [first.value] : null;
  const texts = tokens.filter((_, at) => at % 2 === 0);
  const commas = tokens.filter((_, at) => at % 2 === 1);
  const isSound =
    texts.length === commas.length + 1 &&
    texts.every(({ kind, value }) => kind === 'text' && isWritable(value)) &&
    commas.every(({ kind, value }) => kind === 'sign' && value === ',') &&
    (takes === 'texts') === texts.length > 1;
  return isSound ? texts.map(({ value }) => value) : null;
}

/** Whether a field of the form, with one text on each line, can hold it. */
const isWritable = (text: string) => text !== '' && !/[\r\n]/.test(text);
