/** The cookies of people. */

/**
 * `__Host-` binds a cookie to this exact host and to TLS (RFC 6265bis, section 4.1.3.2). Without TLS this
 * prefix is not available.
 */
export function cookiePrefixOf(baseUrl: string): string {
  return isSecure(baseUrl) ? '__Host-assize' : 'assize';
}

export function sessionCookieOf(baseUrl: string): string {
  return `${cookiePrefixOf(baseUrl)}.session`;
}

/** The cookie that keeps the state of a sign-in at the provider. */
export function signInCookieOf(baseUrl: string): string {
  return `${cookiePrefixOf(baseUrl)}.sign-in`;
}

/** The cookie that remembers the tenant by whose provider the browser signed in last. */
export function providerCookieOf(baseUrl: string): string {
  return `${cookiePrefixOf(baseUrl)}.provider`;
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

/** The first cookie of that name in the header; null if there is none. */
export function cookieIn(header: string | undefined, name: string): string | null {
  return pairsIn(header).find((pair) => pair.name === name)?.value || null;
}

/** The other cookies in the header. */
export function cookiesBeside(header: string | undefined, name: string): string[] {
  const others = pairsIn(header).filter((pair) => pair.name !== name);
  return others.map((pair) => `${pair.name}=${pair.value}`);
}

/** Separated by semicolons, with or without spaces (RFC 6265bis, section 5.7.3). */
function pairsIn(header = ''): { name: string; value: string }[] {
  return header.split(';').flatMap((pair) => {
    const end = pair.indexOf('=');
    return end < 0 ? [] : [{ name: pair.slice(0, end).trim(), value: pair.slice(end + 1).trim() }];
  });
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}
