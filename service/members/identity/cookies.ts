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

/** The value of a cookie in the header of a request, the first of that name; null where it is not there. */
export function cookieIn(header: string | undefined, name: string): string | null {
  return pairsIn(header).find((pair) => pair.name === name)?.value || null;
}

/** The header without the cookies of that name. */
export function cookiesBeside(header: string | undefined, name: string): string[] {
  const others = pairsIn(header).filter((pair) => pair.name !== name);
  return others.map((pair) => `${pair.name}=${pair.value}`);
}

/** Divided by semicolons, with or without spaces (RFC 6265bis, section 5.7.3). */
function pairsIn(header = ''): { name: string; value: string }[] {
  return header.split(';').flatMap((pair) => {
    const end = pair.indexOf('=');
    return end < 0 ? [] : [{ name: pair.slice(0, end).trim(), value: pair.slice(end + 1).trim() }];
  });
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}
