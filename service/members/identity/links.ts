/**
 * Links to pages, for opening in a browser. Secrets stand behind `#`, which browsers do not send to servers.
 */

/**
 * Passkeys need a host name, so the loopback address becomes `localhost`. @param baseUrl without a slash at
 * its end.
 */
export function pagesAt(baseUrl: string): string {
  return baseUrl.replace(/^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=[:/]|$)/, 'http://localhost');
}

/** @param token of an invitation. */
export function linkWith(baseUrl: string, token: string): string {
  return `${pagesAt(baseUrl)}/join#${token}`;
}

/** @param token of a link that signs a person in. */
export function signInLinkWith(baseUrl: string, token: string): string {
  return `${pagesAt(baseUrl)}/open#${token}`;
}

/** @param token of a reset. */
export function resetLinkWith(baseUrl: string, token: string): string {
  return `${pagesAt(baseUrl)}/reset#${token}`;
}
