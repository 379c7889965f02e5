/** What `assize doctor` says of the key that encrypts the secrets of webhooks: whether this node can read them. */
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/open.ts';
import { OTHER_KEY, type SecretsKeyState, secretsKeyFile, secretsKeyState } from '../../webhooks/index.ts';
import { describe } from '../terminal.ts';

export interface SecretsFinding {
  what: 'secrets';
  state: 'ok' | 'warning' | 'problem';
  found: string;
}

/** Changes nothing, and makes nothing. */
export async function secretsFinding(db: Database, config: Config): Promise<SecretsFinding> {
  const { dataDir, webhooks } = config;
  const where = webhooks.secretsKey === null ? secretsKeyFile(dataDir) : 'ASSIZE_SECRETS_KEY';
  const found: Record<SecretsKeyState, string> = {
    fits: `the key is in ${where}`,
    unused: `the next start takes the key from ${where}, or makes it there`,
    missing: OTHER_KEY,
    other: OTHER_KEY,
  };
  if (webhooks.secretsKey !== null) found.unused = `the next start takes the key from ${where}`;
  try {
    const standing = await secretsKeyState({ db, dataDir, key: webhooks.secretsKey });
    const isThere = standing === 'fits' || standing === 'unused';
    return { what: 'secrets', state: isThere ? 'ok' : 'warning', found: found[standing] };
  } catch (error) {
    return { what: 'secrets', state: 'problem', found: describe(error) };
  }
}
