/**
 * Reads secrets from files: `ASSIZE_DATABASE_URL_FILE=/run/secrets/database-url`, as Docker, Kubernetes and systemd hand
 * them out. A secret that was named and can't be had is a problem: without it the service would be another one.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileSettingOf, SECRETS } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** More than any secret has, and little enough to be read at once, in bytes. */
const MAX_BYTES = 65_536;

/** @returns the environment with each secret in its place. Adds what is wrong to `problems`, and never a part of a secret. */
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

/** Who sets the secret itself by mistake must not find it in a message. */
export function shownFile(file: string): string {
  return path.isAbsolute(file) ? file : '(not shown: it does not begin as a path does)';
}

type Found = { secret: string; problem?: undefined } | { problem: string; secret?: undefined };

/** Editors and `echo` end a file with a line break, which is no part of the secret. */
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
