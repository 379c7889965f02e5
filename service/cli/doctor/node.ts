/** The findings of `assize doctor` on this node's keys and mail. It changes, creates and sends nothing. */
import { access, constants, lstat } from 'node:fs/promises';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { type SmtpSettings, smtpMailer } from '../../notices/index.ts';
import { openSigningFolder, SIGNING_STATES, signingStateOf } from '../../proof/log/index.ts';
import {
  OTHER_KEY,
  type SecretsKeyState,
  secretsKeyFile,
  secretsKeyState,
} from '../../webhooks/endpoints/index.ts';
import { describe } from '../terminal.ts';
import { type Finding, findingsOn } from './finding.ts';

/** Says whether this node signs, with which keys, and for how long. */
export async function signingFinding(db: Database, clock: Clock, folderPath: string): Promise<Finding> {
  const { ok, warning, problem } = findingsOn('signing');
  try {
    const isThere = await lstat(folderPath).then(
      () => true,
      () => false,
    );
    const published = await db
      .selectFrom('verifier_keys')
      .select('public_key')
      .execute()
      .catch(() => []);
    if (!isThere && published.length === 0) return ok(`the first start creates a key in ${folderPath}`);
    const folder = await openSigningFolder(folderPath, 'doctor');
    const state = await signingStateOf({ db, clock, folder });
    const keys = folder.keys().length;
    if (state !== 'signs') return warning(SIGNING_STATES[state]);
    const refused = await access(folderPath, constants.W_OK).catch((error: unknown) => describe(error));
    if (refused !== undefined)
      return problem(`${folderPath} can't be written, so nothing is signed: ${refused}`);
    return ok(`${SIGNING_STATES[state]} ${keys} ${keys === 1 ? 'key' : 'keys'} in ${folderPath}`);
  } catch (error) {
    return problem(describe(error));
  }
}

/** Says whether the mail server answers. It names the host alone: the rest of the address may contain a password. @param waiting approvals. */
export async function mailFinding(settings: SmtpSettings | null, waiting: number): Promise<Finding> {
  const { ok, warning, problem } = findingsOn('mail');
  if (settings === null) {
    if (waiting === 0) return ok('not set up: notices go to the log');
    const wait = waiting === 1 ? '1 approval waits' : `${waiting} approvals wait`;
    return warning(`not set up, and ${wait}: only the log tells of it. docs/mail.md says how to set it up`);
  }
  const { host } = new URL(settings.smtpUrl);
  try {
    await smtpMailer(settings).verify();
    return ok(`${host} answers, from ${settings.from}`);
  } catch (error) {
    return problem(`${host}: ${describe(error)}`);
  }
}

/** Says whether this node has the key that encrypts the secrets of webhooks. */
export async function secretsFinding(db: Database, config: Config): Promise<Finding> {
  const { ok, warning, problem } = findingsOn('secrets');
  const { dataDir, webhooks } = config;
  const where = webhooks.secretsKey === null ? secretsKeyFile(dataDir) : 'ASSIZE_SECRETS_KEY';
  const found: Record<SecretsKeyState, string> = {
    fits: `the key is in ${where}`,
    unused: `the next start takes the key from ${where}, or creates it there`,
    missing: OTHER_KEY,
    other: OTHER_KEY,
  };
  if (webhooks.secretsKey !== null) found.unused = `the next start takes the key from ${where}`;
  try {
    const keyState = await secretsKeyState({ db, dataDir, key: webhooks.secretsKey });
    const finding = keyState === 'fits' || keyState === 'unused' ? ok : warning;
    return finding(found[keyState]);
  } catch (error) {
    return problem(describe(error));
  }
}
