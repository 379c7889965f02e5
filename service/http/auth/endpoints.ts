/** The endpoints of the library that signs people in, and what each may be sent; all others are 404. */
import Type, { type TObject } from 'typebox';
import { NO_NUL } from '../shared/context-schema.ts';
import { fields, Password } from './fields.ts';

const Id = Type.String({ minLength: 1, maxLength: 64, pattern: NO_NUL });
const Code = Type.String({ minLength: 1, maxLength: 64, pattern: NO_NUL });
const PasskeyName = Type.String({ minLength: 1, maxLength: 80, pattern: NO_NUL });
/** What the browser's authenticator says (WebAuthn, level 3, section 5.1). The library reads it. */
const Credential = Type.Object({ id: Type.String({ maxLength: 2048, pattern: NO_NUL }) });
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
  '/passkey/generate-register-options': fields({ name: Type.Optional(PasskeyName) }),
  '/passkey/generate-authenticate-options': fields({}),
  '/passkey/list-user-passkeys': fields({}),
};
