/**
 * Refuses passwords that are easily guessed. Scoring one can take half a second, so it runs on a thread, and
 * only once the caller has shown a valid session or link and has attempts left.
 */
import { Failure } from '../../foundation/failure.ts';
import { Thread, ThreadPool } from '../../foundation/thread.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './passwords.ts';
import type { PasswordQuestion, PasswordScore } from './strength-thread.ts';

export interface PasswordStrength {
  /**
   * @param known what others would try first: the name, the address, the tenant.
   * @throws {Failure} `invalid`, with advice for a better one.
   */
  requireGood(password: string, known?: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const MODULE = new URL('./strength-thread.ts', import.meta.url);
/** The time to score a password grows faster than its length, and this many characters are enough. */
const SCORED_LENGTH = 64;
/** On zxcvbn's scale of 0 to 4, where 3 resists guesses against a stolen hash. */
const MIN_SCORE = 3;
/** The word lists take 50 MB, and few installations need them twice an hour. */
const IDLE_MS = 60_000;

export function passwordStrength(): PasswordStrength {
  const start = () => new Thread<PasswordQuestion, PasswordScore>(MODULE);
  const pool = new ThreadPool(start, { threads: 1, questionsEach: 1, idleMs: IDLE_MS });
  return {
    async requireGood(password, known = []) {
      const problem =
        lengthProblem(password) ??
        scoreProblem(await pool.ask({ password: password.slice(0, SCORED_LENGTH), known }));
      if (problem === null) return;
      throw Failure.invalid([{ field: ['password'], message: problem, type: 'value_error' }]);
    },
    close: () => pool.close(),
  };
}

function lengthProblem({ length }: string): string | null {
  if (length < MIN_PASSWORD_LENGTH) return `Use at least ${MIN_PASSWORD_LENGTH} characters`;
  if (length > MAX_PASSWORD_LENGTH) return `Use at most ${MAX_PASSWORD_LENGTH} characters`;
  return null;
}

function scoreProblem({ score, advice }: PasswordScore): string | null {
  if (score >= MIN_SCORE) return null;
  return ['This password is easily guessed.', advice, "Use several words that don't belong together"]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
