/** Links to pages, as a browser can open them. What is secret in one stands behind `#`, which no server gets to see. */

/** Passkeys need a host with a name, so the loopback address is `localhost`. @param baseUrl without a slash at its end. */
export function pagesAt(baseUrl: string): string {
  return baseUrl.replace(/^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=[:/]|$)/, 'http://localhost');
}

/** @param token of an invitation. */
export function linkWith(baseUrl: string, token: string): string {
  return `${pagesAt(baseUrl)}/join#${token}`;
}

/** @param token of a reset. */
export function resetLinkWith(baseUrl: string, token: string): string {
  return `${pagesAt(baseUrl)}/reset#${token}`;
}
