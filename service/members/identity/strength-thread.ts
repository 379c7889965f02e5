/**
 * The thread that scores passwords. The lists of leaked and common ones come with the program, so no password
 * is sent elsewhere.
 */
import { serveThread } from '../../foundation/thread.ts';

export interface PasswordQuestion {
  password: string;
  /** Words that an attacker would try first. */
  known: readonly string[];
}

export interface PasswordScore {
  /** From 0 to 4. */
  score: number;
  /** Empty if there is none. */
  advice: string;
}

/** On a busy machine, a thread of low priority took most of a minute. */
const PERSON_WAITS = { isUrgent: true };

await serveThread(async () => {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  const meter = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
  });
  return {
    answer({ password, known }: PasswordQuestion): PasswordScore {
      const { score, feedback } = meter.check(password, [...known]);
      return { score, advice: feedback.warning ?? feedback.suggestions[0] ?? '' };
    },
  };
}, PERSON_WAITS);
