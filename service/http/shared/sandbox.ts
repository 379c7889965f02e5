/**
 * What stands under `/api/v1/` and `/v1/` stands under `/sandbox` as well, for sandbox keys only. It is the same route
 * by another address, so that a start builds each route once.
 */
import type { FastifyRequest } from 'fastify';

/** A proxy may be asked with a whole URL (RFC 9112, section 3.2.2). */
const UNDER_SANDBOX = /^(https?:\/\/[^/]*)?\/sandbox(?=\/(?:api\/)?v1\/)/;

/** For the server's `rewriteUrl`: where the route stands that an address means. */
export function withoutSandbox({ url = '/' }: { url?: string | undefined }): string {
  return url.replace(UNDER_SANDBOX, '$1');
}

export function isUnderSandbox({ url, originalUrl }: Pick<FastifyRequest, 'url' | 'originalUrl'>): boolean {
  return url !== originalUrl;
}
