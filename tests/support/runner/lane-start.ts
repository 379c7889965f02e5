/**
 * Loaded first by each lane, and makes two things cheap that none of its tests is about. Processes that tests start
 * are as in production, and so is a file of tests that has its own process.
 */
import { createHook } from 'node:async_hooks';
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

/**
 * `node:test` follows each promise to say which test threw an error that it did not catch, which takes 7 % of a lane's
 * processor time. Without it, such an error still fails the file. The first hook that is enabled is the one of
 * `node:test`.
 */
const untracked = createHook({ trackPromises: false });
const isUntracked = Object.getOwnPropertySymbols(untracked).find(
  (name) => Reflect.get(untracked, name) === true,
);
const hooks = Object.getPrototypeOf(untracked);
const { enable } = hooks;
hooks.enable = function (this: object) {
  hooks.enable = enable;
  return enable.call(isUntracked === undefined ? this : Object.assign(this, { [isUntracked]: true }));
};
for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection'])
  process.on(event, (error: unknown) => console.error(error));
