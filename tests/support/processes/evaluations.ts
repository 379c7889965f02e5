/**
 * A program for the fault tests: opens the service on a database, appends a small workload, and prints one line for
 * each evaluation. At the end it waits until the database answers again. Arguments: the database's path, and a key.
 */
import { writeSync } from 'node:fs';
import { readConfig } from '@assize/service/config/config.ts';
import { copyLogIntoDatabase } from '@assize/service/database/sqlite/log.ts';
import { evaluate } from '@assize/service/evaluation/index.ts';
import { Failure } from '@assize/service/foundation/failure.ts';
import { createLogger } from '@assize/service/logging/log.ts';
import { startService } from '@assize/service/wiring.ts';

/** Evaluations per commit, in turn. */
const GROUPS = [1, 1, 3, 1, 2, 1, 1, 3];
/** A refused one may make a single call, and faults last for a hundred. */
const MAX_TRIES = 200;

const [path = '', key = ''] = process.argv.slice(2);
const config = { ...readConfig({}), database: { kind: 'sqlite', path } } as const;
const service = await startService(config, createLogger('silent'));
const principal = await service.authenticator.authenticate(key);

let asked = 0;
for (const size of GROUPS) {
  say('asking');
  await Promise.all(Array.from({ length: size }, () => ask(asked++)));
  // A fault in here may go unnoticed, but must lose nothing.
  await copyLogIntoDatabase(service.db).catch(() => undefined);
  service.appender.restartLog();
}
let tries = 0;
say('asking');
while (!(await ask(asked++)) && tries < MAX_TRIES) {
  tries += 1;
  say('asking');
}
say(tries < MAX_TRIES ? 'served' : 'not-served');
await service.close();
say('closed');

async function ask(number: number): Promise<boolean> {
  const risk = number % 3 === 0 ? 'high' : 'low';
  const idempotencyKey = number % 2 === 0 ? `key-${number}` : undefined;
  const request = { action: `with-faults.${number}`, context: { risk_level: risk } } as const;
  try {
    const { evidenceId, escalationId } = await evaluate(service, principal, request, idempotencyKey);
    say(`answered ${evidenceId} ${escalationId ?? '-'}`);
    return true;
  } catch (error) {
    const unavailable = error instanceof Failure && error.code === 'unavailable';
    say(unavailable ? 'refused' : `failed ${error instanceof Error ? error.message : error}`);
    return false;
  }
}

function say(line: string): void {
  writeSync(1, `${line}\n`);
}
