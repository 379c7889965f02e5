/**
 * A passkey stands for a password and a second factor in one, so its device has to have verified the person, by a finger
 * or a PIN, both when it is made and when it signs in (WebAuthn, level 3, section 6.1: the flag UV).
 */
import type { PasskeyOptions } from '@better-auth/passkey';
import type { APIError } from 'better-auth/api';
import { pagesAt } from './links.ts';

export function passkeyOptions(baseUrl: string, Refusal: typeof APIError): PasskeyOptions {
  const { hostname, origin } = new URL(pagesAt(baseUrl));
  const require = (isVerified: boolean | undefined) => {
    if (isVerified === true) return;
    throw new Refusal('UNAUTHORIZED', {
      message: 'The device did not check that it is you: give it a PIN or a finger, then try again',
    });
  };
  return {
    rpID: hostname,
    origin,
    // The column is `credential_id`, which comes back in the database's own spelling.
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
