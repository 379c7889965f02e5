/** Reads the effect of a request from its method and path. */
import { saysNothing } from '../../../lexicon/nouns.ts';
import { METHOD_VERBS, type Verb, verbOf } from '../../../lexicon/verbs.ts';
import { singular, wordsOfName } from '../words.ts';
import { clausesOf } from './act.ts';
import type { Judged } from './judged.ts';
import type { Subject } from './subject.ts';
import { judge } from './verb-rules.ts';

export interface ByMethod extends Judged {
  /** The last step of the path begins with a verb, and says what is done if nothing else does. */
  isStated?: boolean;
}

/**
 * Judges the method and path. The last word may be a verb, as in `/payments/{id}/refund` or `/payments/{id}/cancels`.
 */
export function byMethod(subject: Subject): ByMethod | null {
  const { definition, setting } = subject;
  const { http } = definition;
  if (http === undefined) return null;
  const steps = http.path.split('/').filter((step) => step !== '' && !/[{}:]/.test(step));
  const words = steps.map((step) => wordsOfName(step).map(singular));
  const last = wordsOfName(steps.at(-1) ?? '');
  const why = `it is ${http.method.toUpperCase()} ${http.path.slice(0, 100).toWellFormed()}`;
  const method = METHOD_VERBS[http.method] ?? 'update';
  const [clause] = clausesOf([method, ...thingOf(words)]);
  const verb = verbIn(last, clause?.object.kind === null);
  if (http.method === 'post' && verb !== null && (!verb.isNoun || steps.length > 2)) {
    const own = last.filter((word) => singular(word) !== singular(verb.word));
    const [done] = clausesOf([verb.word, ...(own.length > 0 ? own : (words.at(-2) ?? []))]);
    const isStated = !verb.isNoun && isNamedByPath(subject);
    if (done !== undefined) return { effect: judge(done, setting).effect, why, isStated };
  }
  return clause === undefined ? null : { effect: judge(clause, setting).effect, why };
}

/** Finds the verb in `cancel`, `technicalCancel`, and `cancels` if no such thing is known. */
function verbIn(step: readonly string[], isOpen: boolean): Verb | null {
  const [first = ''] = step;
  const ending = verbOf(step.at(-1) ?? '');
  const found = verbOf(first) ?? (isOpen ? verbOf(singular(first)) : null);
  return found ?? (isOpen && ending?.isNoun === false ? ending : null);
}

/** Returns the last step, and the one before it if the last only says that there is more: `/payments/details`. */
function thingOf(steps: readonly (readonly string[])[]): readonly string[] {
  const last = steps.at(-1) ?? ['resource'];
  return last.every(saysNothing) ? [...(steps.at(-2) ?? []), ...last] : last;
}

/** A generated name repeats method and path, so only those say something: `post-users-id-roles`. */
export function isNamedByPath({ definition: { http }, words }: Subject): boolean {
  return http !== undefined && ['post', 'put', 'patch'].includes(http.method) && words[0] === http.method;
}
