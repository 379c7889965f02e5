/** The secret in an `otpauth:` address (Key URI format), for those who type it in place of reading the QR code. */
export function secretOf(uri: string): string {
  const secret = URL.parse(uri)?.searchParams.get('secret') ?? '';
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
