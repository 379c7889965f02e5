/** What a start prints: where the service listens, and the first keys, which are shown this once. */
import type { Logger } from 'pino';
import type { FirstKey, FirstKeys } from '../first-run.ts';
import { printWithin } from './standard-streams.ts';

const PRINT_TIMEOUT_MS = 5000;

/**
 * Makes the keys that the operator did not choose: none where they could not be shown.
 * @returns those to be shown.
 * @throws where standard output takes nothing.
 */
export async function makeShownKeys({ areShown, make }: FirstKeys): Promise<FirstKey[]> {
  if (areShown) {
    const failure = await printWithin('The first start makes your keys.\n', PRINT_TIMEOUT_MS);
    if (failure !== null) {
      throw new Error(`No keys were made, since they could not be shown. ${reason(failure)}`);
    }
  }
  return (await make()).filter((key) => key.secret !== null);
}

/** The service goes on where it can't be printed. */
export async function greet(
  baseUrl: string,
  tenant: string,
  secrets: readonly FirstKey[],
  log: Logger,
): Promise<void> {
  const failure = await printWithin(greeting(baseUrl, tenant, secrets), PRINT_TIMEOUT_MS);
  if (secrets.length === 0) {
    if (failure !== null) log.warn({ err: failure }, 'the greeting could not be printed');
  } else if (failure === null) {
    log.info({ tenant }, 'the first keys stand on standard output, this once');
  } else {
    const help = 'make others with `assize keys create`, and revoke these';
    log.error({ err: failure }, `the first keys could not be shown: ${help}`);
  }
}

function reason(failure: Error): string {
  return `Standard output can't be written (${failure.message}): start again with one that can.`;
}

function greeting(baseUrl: string, tenant: string, secrets: readonly FirstKey[]): string {
  const lines = [`Assize listens on ${baseUrl} (API reference: ${baseUrl}/docs)`];
  if (secrets.length > 0) {
    lines.push('', `Keys of tenant "${tenant}", shown this once:`);
    for (const { environment, secret } of secrets) lines.push(`  ${environment.padEnd(10)}  ${secret}`);
    lines.push('', 'Ask for a first verdict:', '', firstQuestion(baseUrl, secrets[0]?.secret ?? ''));
  }
  return `${lines.join('\n')}\n`;
}

function firstQuestion(baseUrl: string, secret: string): string {
  const body = { action: 'email.send', context: { risk_level: 'low', confidence_score: 0.9 } };
  return `  curl -s ${baseUrl}/api/v1/core/governance/evaluate \\
    -H 'X-API-Key: ${secret}' -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(body)}'
`;
}
