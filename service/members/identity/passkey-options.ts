/**
 * A passkey replaces both a password and a second factor, so its device must have verified the person, by a
 * fingerprint or a PIN, both when it is created and at each sign-in (WebAuthn, level 3, section 6.1: the flag
 * UV).
 */
import type { PasskeyOptions } from '@better-auth/passkey';
import type { APIError } from 'better-auth/api';
import { pagesAt } from './links.ts';

export function passkeyOptions(baseUrl: string, Refusal: typeof APIError): PasskeyOptions {
  const { hostname, origin } = new URL(pagesAt(baseUrl));
  const require = (isVerified: boolean | undefined) => {
    if (isVerified === true) return;
    throw new Refusal('UNAUTHORIZED', {
      message: 'The device did not check that it is you: set up a PIN or a fingerprint on it, then try again',
    });
  };
  return {
    rpID: hostname,
    origin,
    // The column is `credential_id`, which the database returns in its own spelling.
    schema: { passkey: { modelName: 'person_passkeys', fields: { credentialID: 'credentialId' } } },
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    registration: {
      requireSession: true,
      afterVerification: async ({ verification }) => require(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) => require(verification.authenticationInfo.userVerified),
    },
  };
}
