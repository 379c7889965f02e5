/** The cookies of people. */

/** `__Host-` binds a cookie to this very host and to TLS (RFC 6265bis, section 4.1.3.2). Without TLS there is no such cookie. */
export function cookiePrefixOf(baseUrl: string): string {
  return isSecure(baseUrl) ? '__Host-assize' : 'assize';
}

export function sessionCookieOf(baseUrl: string): string {
  return `${cookiePrefixOf(baseUrl)}.session`;
}

/** What a sign-in elsewhere keeps in the browser until it comes back. */
export function signInCookieOf(baseUrl: string): string {
  return `${cookiePrefixOf(baseUrl)}.sign-in`;
}

/** @returns a value for the `Set-Cookie` header. */
export function cookieOf(
  baseUrl: string,
  name: string,
  value: string,
  { sameSite, maxAgeMs }: { sameSite: 'Strict' | 'Lax'; maxAgeMs: number },
): string {
  const attributes = ['Path=/', 'HttpOnly', `SameSite=${sameSite}`, `Max-Age=${maxAgeMs / 1000}`];
  if (isSecure(baseUrl)) attributes.push('Secure');
  return [`${name}=${encodeURIComponent(value)}`, ...attributes].join('; ');
}

/** The value of a cookie in the header of a request; null where it is not there. */
export function cookieIn(header: string | undefined, name: string): string | null {
  const pair = header?.split('; ').find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) || null;
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}
