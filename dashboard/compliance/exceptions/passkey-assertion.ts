/** Asks the person's passkey for its signature over the challenge of a statement (WebAuthn, level 3). */

interface Wanted {
  /** Base64url, as are the ids of the passkeys. */
  challenge: string;
  rp_id: string;
  passkeys: readonly string[];
}

/** The id in base64url, the rest in base64, as the API takes them. @throws where the person cancels. */
export async function assertionOf({ challenge, rp_id: rpId, passkeys }: Wanted) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    challenge,
    rpId,
    allowCredentials: passkeys.map((id) => ({ id, type: 'public-key' })),
    userVerification: 'required',
  });
  const credential = await navigator.credentials.get({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was chosen.');
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    credential_id: credential.id,
    authenticator_data: base64(response.authenticatorData),
    client_data_json: base64(response.clientDataJSON),
    signature: base64(response.signature),
  };
}

function base64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
