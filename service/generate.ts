/**
 * `npm run generate`: writes `docs/openapi.json` as the service serves it at its default address, the files made from it,
 * and the verifier with its SHA-256. With `--check` it writes nothing, and exits with 1 where a file is out of date.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { sha256Hex } from '@assize/evidence-format';
import { printErrorLines } from '@assize/evidence-format/terminal';
import { pino } from 'pino';
import { DESCRIPTION, generatedFrom, textOf, VERIFIER, writeFiles } from './generated.ts';
import { buildApp } from './http/app.ts';
import type { Services } from './http/services.ts';
import { NOT_TRACED } from './telemetry/traced.ts';

const BASE_URL = 'http://127.0.0.1:8080';

const description = await describedApi();
const generated = await generatedFrom(description);
const sha256 = sha256Hex(Buffer.from(generated[VERIFIER] ?? ''));
const files = {
  [DESCRIPTION]: description,
  ...generated,
  [`${VERIFIER}.sha256`]: `${sha256}  assize-verify.mjs\n`,
};
if (process.argv.includes('--check')) check();
else writeFiles(files);

function check(): void {
  const old = Object.entries(files).filter(([name, text]) => textOf(name) !== text);
  printErrorLines(old.map(([name]) => `${name} is not up to date: run \`npm run generate\`.`));
  if (old.length > 0) process.exitCode = 1;
}

async function describedApi(): Promise<string> {
  // These suffice to build the app, since it handles no requests.
  const services = { traced: NOT_TRACED } as Services;
  const health = { problems: async () => [] };
  const logger = pino({ enabled: false });
  const app = await buildApp({ services, health, logger, baseUrl: BASE_URL, compiling: 'at once' });
  const answer = await app.inject({ url: '/openapi.json', headers: { 'x-request-id': 'description' } });
  if (answer.statusCode !== 200) throw new Error(`The API could not be described: ${answer.body}`);
  return formatted(answer.body);
}

/** As the formatter writes it: what fits stands in one line, so that a review sees a field as a line. */
function formatted(json: string): string {
  const biome = path.join(import.meta.dirname, '../node_modules/@biomejs/biome/bin/biome');
  const words = [biome, 'format', '--vcs-enabled=false', `--stdin-file-path=${DESCRIPTION}`];
  return execFileSync(process.execPath, words, { input: json, encoding: 'utf8' });
}
