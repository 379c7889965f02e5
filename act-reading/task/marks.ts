/**
 * Reads which things a task binds besides the names in it. A task that says `SO-31` does not mean `SO-12`, one that
 * says `#design` means no other channel, and one about staging does not mean production.
 */
import { setOf } from '../lists.ts';
import type { TargetKind } from '../targets/index.ts';

/** The kind of thing that a target is one of, and which one it is. */
export interface OneOf {
  form: string;
  which: string;
}

const MAX_MARKED = 400;
/** `SO-31`, `E1042`, `prod-eu1`, `os-lis-0712`; with a star, all of them. */
const IDENTIFIER = /^#?(\p{L}{1,16}(?:[-_]\p{L}{1,16}){0,3})([-_:.]?)(?:\d{1,12}|(?<=[-_:.])\*)$/u;
const NUMBERED = /^(?:#|no\.?|nr\.?|n°|nº)?(\d{1,9})$/iu;
const EACH_ONE = setOf('* % .* all any every everyone everything');

/**
 * Words that a task uses only for environments. `test` and `live` are left out: a task also speaks of tests, and of
 * live music.
 */
const ENVIRONMENTS: Readonly<Record<string, string>> = {
  prod: 'production',
  production: 'production',
  prd: 'production',
  staging: 'staging',
  stage: 'staging',
  stg: 'staging',
  dev: 'development',
  development: 'development',
  preview: 'preview',
  sandbox: 'sandbox',
};

/** Roles that may do everything, and audiences that include the world. */
const POWER = setOf(
  'admin admins administrator owner owners co-owner co_owner root superuser cluster-admin full full_control full_access all_privileges sysadmin propriétaire inhaber propietario proprietario',
);
const WORLD = setOf(
  'public public_link public-read public-read-write anyone anyone_with_link anyone_with_the_link everywhere world internet 0.0.0.0/0 ::/0 allusers allauthenticatedusers öffentlich öffentliche publique público pública pubblico',
);

/** Words for all of something, in the languages that tasks are read in. */
const ALL = new Set(
  (
    'all every everything everyone each any whole entire both alle alles aller allen sämtliche jede jeden jedes ' +
    'ganze ganzen tous toutes tout toute chaque todo todos toda todas cada tutti tutte tutto tutta ogni tudo alles elke iedere'
  ).split(' '),
);

/** Returns the marks of a task's text: the forms of what it names, and each thing of that form. */
export function marksOf(task: string): Set<string> {
  const marks = new Set<string>();
  for (const [word] of task.toLowerCase().matchAll(/\p{L}+/gu))
    if (NOUNS.has(word)) marks.add(nounMark(word));
  for (const { form, which } of [...namedIn(task), ...numberedIn(task)]) {
    if (marks.size >= MAX_MARKED) break;
    if (!NO_ONE.has(form)) marks.add(ONE_MARK);
    marks.add(formMark(form));
    marks.add(whichMark(form, which));
  }
  return marks;
}

/** The task names one of several by its number or identifier. */
export const ONE_MARK = 'one';

export const nounMark = (noun: string) => `noun ${noun}`;
export const formMark = (form: string) => `form ${form}`;
export const whichMark = (form: string, which: string) => `one of ${form} ${which}`;

const NOUNS = setOf(
  'team group project repo repository org organisation organization workspace environment queue board folder plan',
);

/**
 * In `order 1042` and `pull request 17`, a number after what it counts names one of them. Years and quantities do not
 * stand there.
 */
const COUNTED =
  /\b(?:order|ticket|issue|bug|pr|pull request|merge request|mr|invoice|bill|customer|client|user|member|employee|patient|student|account|id|number|no\.?|nr\.?|row|record|booking|reservation|case|request|job|task|item|product|build|run|bestellung|auftrag|kunde|rechnung|commande|client|facture|pedido|cliente|factura|ordine|fattura)(?:\s+(?:id|number|no\.?|nr\.?))?\s*[:#]?\s*(\d{1,9})(?![\d.,]*\d|\s*(?:%|€|\$|eur|usd|gbp|times|days?|hours?|minutes?))/giu;

function* numberedIn(task: string): Generator<OneOf> {
  for (const [, digits = ''] of task.matchAll(COUNTED))
    yield { form: '#', which: digits.replace(/^0+(?=\d)/, '') };
}

/** Returns every way in which the target can be one of several. */
export function formsOf({ kind, value }: { kind: TargetKind; value: string }): OneOf[] {
  if (kind === 'channel') return [{ form: 'channel', which: value.toLowerCase() }];
  if (!HAVE_FORMS.has(kind)) return [];
  const text = value.trim().toLowerCase();
  if (text.startsWith('#') && !NUMBERED.test(text)) return [{ form: 'channel', which: text.slice(1) }];
  if (EACH_ONE.has(text)) return [{ form: ALL_OF_IT, which: ALL_OF_IT }];
  if (kind === 'path' || kind === 'program' ? POWER.has(text) : givesPower(text))
    return [{ form: ALL_OF_IT, which: 'power' }];
  if (WORLD.has(text)) return [{ form: ALL_OF_IT, which: 'world' }];
  const found: OneOf[] = [];
  const own = identifierOf(text);
  if (own !== null) found.push(own);
  if (kind !== 'object') return found;
  // An account is not a number in a list, and a home folder called `dev` is not an environment.
  for (const other of [own === null ? numberOf(text) : null, environmentIn(text)])
    if (other !== null) found.push(other);
  return found;
}

/** A role with such an ending may do everything: `global-admins`, `roles/owner`. */
const POWERFUL = /(?:^|[^\p{L}]|super|sys|co)(?:admin(?:s|istrators?)?|owners?|superuser)$/u;

const givesPower = (text: string) => POWER.has(text) || POWERFUL.test(text);

/** A target that is all of its kind, may do everything, or is open to everyone is meant only if the task says so. */
export const ALL_OF_IT = 'all';

const NO_ONE = new Set([ALL_OF_IT, 'channel', 'environment']);

const HAVE_FORMS: ReadonlySet<TargetKind> = new Set(['object', 'person', 'program', 'path', 'account']);

function* namedIn(task: string): Generator<OneOf> {
  let before: OneOf | null = null;
  let isRange = false;
  for (const [written] of task.matchAll(/[^\s,;!?()[\]{}"“”„«»<>|]+/gu)) {
    const text = written.toLowerCase().replace(/^['‘]+|['’.:]+$/gu, '');
    const channel = /^#([\p{L}_][\p{L}\p{N}_-]*)$/u.exec(text);
    if (channel?.[1] !== undefined) yield { form: 'channel', which: channel[1] };
    if (ALL.has(text)) yield { form: ALL_OF_IT, which: ALL_OF_IT };
    if (givesPower(text)) yield { form: ALL_OF_IT, which: 'power' };
    if (WORLD.has(text)) yield { form: ALL_OF_IT, which: 'world' };
    const environment = environmentIn(text);
    if (environment !== null) yield environment;
    const own = identifierOf(text) ?? (text.startsWith('#') ? numberOf(text) : null);
    if (own !== null) {
      if (isRange && before?.form === own.form) yield* between(before, own);
      yield own;
    }
    isRange = before !== null && own === null && RANGE.has(text);
    if (!isRange) before = own;
  }
}

const RANGE = setOf('to through until till bis à a hasta al tot - – —');
const MAX_BETWEEN = 100;

function* between(first: OneOf, last: OneOf): Generator<OneOf> {
  const [from, to] = [Number(first.which), Number(last.which)];
  if (!(from < to && to - from <= MAX_BETWEEN)) return;
  for (let number = from + 1; number < to; number += 1) yield { form: first.form, which: String(number) };
}

/** Leading zeros and separators make no difference. */
function identifierOf(text: string): OneOf | null {
  const match = IDENTIFIER.exec(text);
  if (match === null) return null;
  const [whole, letters = ''] = match;
  const digits = /\d+$/.exec(whole)?.[0] ?? '*';
  return { form: letters.replaceAll('_', '-'), which: digits.replace(/^0+(?=\d)/, '') };
}

function numberOf(text: string): OneOf | null {
  const digits = NUMBERED.exec(text)?.[1];
  return digits === undefined ? null : { form: '#', which: digits.replace(/^0+(?=\d)/, '') };
}

function environmentIn(text: string): OneOf | null {
  for (const part of text.split(/[^\p{L}]+/u)) {
    const which = Object.hasOwn(ENVIRONMENTS, part) ? ENVIRONMENTS[part] : undefined;
    if (which !== undefined) return { form: 'environment', which };
  }
  return null;
}
