import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLastOwner, roleOf } from './roles.ts';

test('knows-the-roles-alone', () => {
  assert.equal(roleOf('auditor'), 'auditor');
  assert.equal(roleOf(''), null);
  assert.equal(roleOf('constructor'), null);
});

test('keeps-the-last-owner', () => {
  const dana = { member_id: 'mbr_1', role: 'owner' as const };
  const marek = { member_id: 'mbr_2', role: 'admin' as const };
  assert.equal(isLastOwner(dana, [dana, marek]), true);
  assert.equal(isLastOwner(dana, [dana, { role: 'owner' }]), false);
  assert.equal(isLastOwner(marek, [dana, marek]), false);
});
