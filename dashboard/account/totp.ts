/** The secret in an `otpauth:` address (Key URI format), for people who type it instead of reading the QR code. */
export function secretOf(uri: string): string {
  const secret = URL.parse(uri)?.searchParams.get('secret') ?? '';
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
