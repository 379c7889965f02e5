/**
 * The server's answer decides whether an alarm is raised: a passing error doesn't mean damage, and damage doesn't pass.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { postgresFault } from './dialect.ts';

const SAID: readonly [code: string, message: string, fault: ReturnType<typeof postgresFault>][] = [
  ['XX001', 'invalid page in block 7 of relation base/16384/16385', 'damaged'],
  ['XX001', 'missing chunk number 0 for toast value 16401 in pg_toast_16390', 'damaged'],
  ['XX002', 'index "artifacts_pkey" contains unexpected zero page at block 3', 'damaged'],
  ['XX000', 'invalid memory alloc request size 18446744073709551613', 'damaged'],
  ['58P01', 'could not access status of transaction 2779096485', 'damaged'],
  ['58P01', 'could not open file "base/5/16390": No such file or directory', 'damaged'],
  ['XX000', 'tuple concurrently updated', 'unavailable'],
  // From a pooler and a distributed server.
  ['XX000', 'MaxClientsInSessionMode: max clients reached', 'unavailable'],
  ['XX000', 'Query error: Restart read required at: { read: 1 }', 'unavailable'],
  ['58P01', 'could not open file "global/pg_filenode.map": No such file or directory', 'unavailable'],
  ['53100', 'could not extend file: No space left on device', 'unavailable'],
  ['55P03', 'canceling statement due to lock timeout', 'unavailable'],
  ['25006', 'cannot execute INSERT in a read-only transaction', 'unavailable'],
  ['42501', 'permission denied for table artifacts', 'unknown'],
  ['P0001', 'no', 'unknown'],
];

for (const [code, message, fault] of SAID) {
  test(`takes-${code}-for-${fault}: ${message}`, () => {
    assert.equal(postgresFault(Object.assign(new Error(message), { code })), fault);
  });
}
