/**
 * Reads secrets from files: `ASSIZE_DATABASE_URL_FILE=/run/secrets/database-url`, as Docker, Kubernetes and
 * systemd hand them out. A named secret that can't be read is an error: without it the service would behave
 * differently.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileSettingOf, SECRETS } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** More than any secret needs, and small enough to read at once, in bytes. */
const MAX_BYTES = 65_536;

/**
 * @returns the environment with each secret in its place. Adds errors to `problems`, without any part of a
 * secret.
 */
export function withSecretFiles(environment: Environment, problems: string[]): Environment {
  const read: Record<string, string> = {};
  for (const name of SECRETS) {
    const setting = fileSettingOf(name);
    const file = environment[setting];
    if (file === undefined || file === '') continue;
    if (environment[name]) {
      problems.push(`${name} and ${setting} must not both be set`);
      continue;
    }
    const { secret, problem } = secretIn(file);
    if (problem === undefined) read[name] = secret;
    else problems.push(`${setting} names ${shownFile(file)}, which ${problem}`);
  }
  return { ...environment, ...read };
}

/** An operator who puts the secret itself here by mistake must not find it in a message. */
export function shownFile(file: string): string {
  return path.isAbsolute(file) ? file : '(not shown: it is not an absolute path)';
}

type Found = { secret: string; problem?: undefined } | { problem: string; secret?: undefined };

/** Editors and `echo` end a file with a line break, which does not belong to the secret. */
function secretIn(file: string): Found {
  try {
    const bytes = readFileSync(file);
    if (bytes.length > MAX_BYTES) return { problem: `is larger than a secret: ${bytes.length} bytes` };
    const secret = bytes.toString('utf8').replace(/(?:\r?\n)+$/, '');
    return secret === '' ? { problem: 'is empty' } : { secret };
  } catch (error) {
    return { problem: `can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})` };
  }
}
