import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretOf } from './totp.ts';

test('shows-the-secret-in-groups-of-four', () => {
  assert.equal(
    secretOf('otpauth://totp/Assize:dana%40acme.example?secret=ABCDEFGHIJ&issuer=Assize'),
    'ABCD EFGH IJ',
  );
  assert.equal(secretOf('no address'), '');
});
