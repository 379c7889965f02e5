/** Sets what the directory may do twice, and states users who have no place, one of whom it changes and one of whom it deletes. */
import assert from 'node:assert/strict';
import { SCOPES } from '@assize/service/keys/index.ts';
import { scimOf, USERS } from '../directory/scim.ts';
import { ask, type TestService } from '../http/in-process.ts';
import { keyHolder } from '../people/other-tenant.ts';
import type { Filled } from './truth-parts.ts';

export async function directoriesOf({ service, app }: TestService): Promise<Filled['directories']> {
  const { tenant } = service.config.init;
  // A key of the operator: a further owner would be one more member.
  const { secret: key } = await keyHolder(service, tenant, { scopes: [...SCOPES] });
  for (const admin of ['Bosses', 'Chiefs']) {
    const body = { group_names: { admin }, saml: null };
    assert.equal((await ask(app, 'a', '/api/v1/directory', { method: 'PUT', key, body })).status, 200);
  }
  const scim = await scimOf(app, service, tenant);
  const user = await scim.user('Uma', { externalId: 'ext', active: false });
  await scim.patch(`${USERS}/${user}`, { op: 'replace', path: 'displayName', value: 'Uma U' });
  const gone = await scim.user('Gus', { active: false });
  await scim('DELETE', `${USERS}/${gone}`);
  return { user, gone };
}
