/** Puts the ready packs in force, as a user would. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Ask } from './tenants.ts';

const PACKS = path.join(import.meta.dirname, '../../policy-packs');

export async function putPacksInForce(ask: Ask): Promise<void> {
  for (const name of readdirSync(PACKS).sort()) {
    const policy = parse(readFileSync(path.join(PACKS, name, 'policy.yaml'), 'utf8'));
    await ask('POST', '/api/v1/policies', policy);
    const body = { version: 1, expected_version: null };
    await ask('POST', `/api/v1/policies/${name}/activate`, body);
  }
}
