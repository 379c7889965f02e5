/**
 * Passwords: kept as scrypt (RFC 7914), computed beside the event loop; refused where they would be guessed soon. The
 * lists of leaked and common ones come with the program, so no password leaves it to be looked up.
 */
import { randomFill, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Failure } from '../../foundation/failure.ts';

/** As OWASP's cheat sheet on password storage has it: 32 MiB, three passes. */
const COST = { N: 2 ** 15, r: 8, p: 3 } as const;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 256;
/** Of 0 to 4: 3 resists guesses against a stolen hash. */
const MIN_SCORE = 3;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const fill = promisify<Buffer, Buffer>(randomFill);

export async function hashPassword(password: string): Promise<string> {
  const salt = await fill(Buffer.alloc(SALT_BYTES));
  const digest = await digestOf(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), digest.toString('base64')].join('$');
}

export async function verifyPassword({
  hash,
  password,
}: {
  hash: string;
  password: string;
}): Promise<boolean> {
  const [name, N, r, p, salt = '', digest = ''] = hash.split('$');
  if (name !== 'scrypt') return false;
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const expected = Buffer.from(digest, 'base64');
  const actual = await digestOf(password, Buffer.from(salt, 'base64'), cost);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function digestOf(
  password: string,
  salt: Buffer,
  cost: { N: number; r: number; p: number },
): Promise<Buffer> {
  return derive(password.normalize('NFKC'), salt, HASH_BYTES, { ...cost, maxmem: MAX_MEMORY_BYTES });
}

/**
 * @param known what others would try first: the name, the address, the tenant.
 * @throws {Failure} `invalid`, with what would make it better.
 */
export async function requireGoodPassword(password: string, known: readonly string[]): Promise<void> {
  const problem = await problemOf(password, known);
  if (problem === null) return;
  throw Failure.invalid([{ field: ['password'], message: problem, type: 'value_error' }]);
}

async function problemOf(password: string, known: readonly string[]): Promise<string | null> {
  if (password.length < MIN_PASSWORD_LENGTH) return `Use at least ${MIN_PASSWORD_LENGTH} characters`;
  if (password.length > MAX_PASSWORD_LENGTH) return `Use at most ${MAX_PASSWORD_LENGTH} characters`;
  const strength = await strengthMeter();
  const { score, feedback } = strength.check(password, [...known]);
  if (score >= MIN_SCORE) return null;
  const advice = feedback.warning ?? feedback.suggestions[0] ?? '';
  return `This password is easily guessed. ${advice} Use several words that don't belong together`.replace(
    '  ',
    ' ',
  );
}

type Meter = { check: (password: string, known: string[]) => { score: number; feedback: Feedback } };
interface Feedback {
  warning: string | null;
  suggestions: string[];
}

let meter: Promise<Meter> | null = null;

/** Its dictionaries are large, and are loaded when the first password is set. */
function strengthMeter(): Promise<Meter> {
  meter ??= (async () => {
    const [{ ZxcvbnFactory }, common, english] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
      import('@zxcvbn-ts/language-en'),
    ]);
    return new ZxcvbnFactory({
      dictionary: { ...common.dictionary, ...english.dictionary },
      graphs: common.adjacencyGraphs,
      translations: english.translations,
    }) as Meter;
  })();
  return meter;
}
