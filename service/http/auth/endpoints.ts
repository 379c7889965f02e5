/** The allowed endpoints of the sign-in library, and their bodies; all others are 404. */

import type { TObject } from 'typebox';
import type { SignInChange } from '../../members/record/index.ts';
import * as is from '../schemas/fields.ts';
import { object } from '../schemas/objects.ts';
import { fields, Id, PasskeyName, Password } from './fields.ts';

const Code = is.text({ minLength: 1, maxLength: 64, pattern: is.NO_NUL });
/** The authenticator's response from the browser (WebAuthn, level 3, section 5.1). The library reads it. */
const Credential = object({ id: is.text({ maxLength: 2048, pattern: is.NO_NUL }) });
const WithPassword = fields({ password: Password });
const WithCode = fields({ code: Code });

export const POSTS: Readonly<Record<string, TObject>> = {
  '/sign-out': fields({}),
  '/two-factor/enable': WithPassword,
  '/two-factor/disable': WithPassword,
  '/two-factor/generate-backup-codes': WithPassword,
  '/two-factor/verify-totp': WithCode,
  '/two-factor/verify-backup-code': WithCode,
  '/passkey/verify-registration': fields({ response: Credential, name: PasskeyName }),
  '/passkey/verify-authentication': fields({ response: Credential }),
  '/passkey/delete-passkey': fields({ id: Id }),
  '/passkey/update-passkey': fields({ id: Id, name: PasskeyName }),
};

export const GETS: Readonly<Record<string, TObject>> = {
  '/passkey/list-user-passkeys': fields({}),
};

/** Endpoints that accept a session of a person without any place: it may end, or be replaced by another. */
export const WITHOUT_PLACE: ReadonlySet<string> = new Set(['/sign-out', '/passkey/verify-authentication']);

/** Names, for the record, the change that each endpoint makes to a person's sign-in. */
export const SIGN_IN_CHANGES: Readonly<Record<string, SignInChange>> = {
  '/two-factor/disable': 'second_factor_removed',
  '/two-factor/generate-backup-codes': 'backup_codes_made',
  '/two-factor/verify-totp': 'second_factor_set',
  '/passkey/verify-registration': 'passkey_added',
  '/passkey/delete-passkey': 'passkey_removed',
};
