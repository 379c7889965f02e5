/** Passkeys (WebAuthn, level 3): the browser's part between two answers of the service. */
import { auth } from './auth.ts';

export const hasPasskeys =
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** @throws where the person cancels, or the service refuses. */
export async function signInWithPasskey(more: CredentialRequestOptions = {}): Promise<void> {
  const options = await auth<PublicKeyCredentialRequestOptionsJSON>('/passkey/generate-authenticate-options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ ...more, publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was chosen.');
  more.signal?.throwIfAborted();
  await auth('/passkey/verify-authentication', { response: credential.toJSON() });
}

/**
 * Waits until the person picks a passkey that the browser offers in a field.
 * @returns false where the browser offers none.
 */
export async function offerPasskeys(signal: AbortSignal): Promise<boolean> {
  const offers = hasPasskeys && (await PublicKeyCredential.isConditionalMediationAvailable?.());
  if (!offers || signal.aborted) return false;
  await signInWithPasskey({ mediation: 'conditional', signal });
  return true;
}

/**
 * @param name by which the person recognises the passkey. @param password empty where they signed in a moment ago.
 */
export async function addPasskey(name: string, password: string): Promise<void> {
  const wanted = { name, ...(password !== '' && { password }) };
  const options = await auth<PublicKeyCredentialCreationOptionsJSON>('/passkey/begin-registration', wanted);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was created.');
  await auth('/passkey/verify-registration', { response: credential.toJSON(), name });
}
