/**
 * Writes `docs/openapi.json` as the service serves it at its default address, so that a change of the API shows in
 * review. With `--check` it writes nothing, and ends with 1 where the file is not up to date.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { printErrorLines } from '@assize/evidence-format/terminal';
import { pino } from 'pino';
import { NOT_TRACED } from '../telemetry/traced.ts';
import { buildApp } from './app.ts';
import type { Services } from './services.ts';

const FILE = path.join(import.meta.dirname, '../../docs/openapi.json');
const BASE_URL = 'http://127.0.0.1:8080';

/** Building asks no more of them: they are for requests, and none will come. */
const services = { traced: NOT_TRACED } as Services;
const health = { problems: async () => [] };

const logger = pino({ enabled: false });
const app = await buildApp({ services, health, logger, baseUrl: BASE_URL, compiling: 'at once' });
const answer = await app.inject({ url: '/openapi.json', headers: { 'x-request-id': 'description' } });
if (answer.statusCode !== 200) throw new Error(`The API could not be described: ${answer.body}`);
const described = `${JSON.stringify(answer.json(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  await mkdir(path.dirname(FILE), { recursive: true });
  await writeFile(FILE, described);
} else if (described !== (await readFile(FILE, 'utf8').catch(() => null))) {
  printErrorLines(['docs/openapi.json is not what the service serves: run `npm run openapi`.']);
  process.exitCode = 1;
}
