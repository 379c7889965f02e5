/**
 * Loaded first by each lane, and makes passwords cheap, which none of its tests is about. Processes that tests start
 * are as in production, and so is a file of tests that has its own process.
 */
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Derived = (error: Error | null, key: Buffer) => void;

/** One costs 0.3 s of processor time, and a file on signing in derives dozens. What is stored states the real cost. */
const { scrypt } = crypto;
Object.assign(crypto, {
  scrypt: (password: BinaryLike, salt: BinaryLike, bytes: number, options: ScryptOptions, done: Derived) =>
    scrypt(password, salt, bytes, { ...options, N: 2, p: 1 }, done),
});
syncBuiltinESMExports();
