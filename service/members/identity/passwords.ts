/** Passwords are stored with scrypt (RFC 7914), computed outside the event loop. */
import { randomFill, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's recommendation for password storage: 32 MiB, three passes. */
const COST = { N: 2 ** 15, r: 8, p: 3 } as const;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 256;

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
