/**
 * The dashboard at `/`: one page for all its addresses, and its files. The page may run and load only these
 * files, and no other page may frame it. It gets its data from the API. A browser that asks for an unknown address gets
 * it too, with status 404; a program gets JSON.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const BUNDLED = path.join(import.meta.dirname, 'dashboard');
const FOLDER = existsSync(BUNDLED) ? BUNDLED : path.join(import.meta.dirname, '../dist/dashboard');
const PUBLIC = { config: { scope: 'public' }, schema: { hide: true } } as const;

/**
 * The addresses of the pages; the part after `/*` names one thing. `dashboard/router.tsx` has the same list.
 */
export const PAGES: readonly string[] = (
  '/ /access-review /account /agents /agents/* /approvals /approvals/* /budgets /changes /channels /channels/* ' +
  '/compliance /decide /design /holds /evidence /evidence/* /exceptions /incidents /incidents/* /integrity ' +
  '/invitations /issuers /join /keys ' +
  '/mandates /members /open /playground /policies /policies/* /reset /sessions /sessions/* /settings /sign-in /sinks /sinks/* ' +
  '/targets /tools /usage /verify /webhooks /webhooks/* /welcome'
).split(' ');

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  ...['script', 'style', 'font', 'connect', 'worker', 'manifest'].map((kind) => `${kind}-src 'self'`),
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** All files are in one folder. */
const FILE_NAME = /^[\w-]+(?:\.[\w-]+)+$/;

/** Files outside that folder: the worker may answer only for addresses below its own, and so stands at the top. */
const AT_THE_TOP = ['/sw.js', '/manifest.webmanifest'];

/** Two years (RFC 6797): a browser that has seen this uses only TLS. */
const TLS_ONLY = { 'strict-transport-security': 'max-age=63072000' };

/** Addresses below these are for programs. */
const OF_PROGRAMS =
  /^\/(?:api|v1|access|auth|sandbox|assets|channels\/slack|docs|guide|scim|\.well-known|metrics|healthz|readyz)(?:\/|$)|\.\w+$/;

/** Whether a person opened this address in a browser, and not a program. */
function isOpenedByPerson({ method, originalUrl, headers: { accept = '' } }: FastifyRequest): boolean {
  const wantsPage = accept.includes('text/html') && !accept.includes('json');
  return (
    (method === 'GET' || method === 'HEAD') &&
    wantsPage &&
    !OF_PROGRAMS.test(originalUrl.split('?', 1)[0] ?? '')
  );
}

/** @returns what answers a person who opened an unknown address; null for a program, and without a dashboard. */
export function unknownPageOf(baseUrl: string): (request: FastifyRequest) => UnknownPage | null {
  const file = path.join(FOLDER, 'index.html');
  if (!existsSync(file)) return () => null;
  const headers = { ...headersOf(baseUrl), 'content-type': 'text/html; charset=utf-8' };
  const body = readFileSync(file);
  return (request) => (isOpenedByPerson(request) ? { headers, body } : null);
}

export interface UnknownPage {
  headers: Record<string, string>;
  body: Buffer;
}

/** The headers of every page. */
export function headersOf(baseUrl: string): Record<string, string> {
  return { ...PAGE_HEADERS, ...(baseUrl.startsWith('https:') && TLS_ONLY) };
}

export async function dashboardPages(app: FastifyInstance, { baseUrl }: { baseUrl: string }): Promise<void> {
  // A service that has not been built has no dashboard, only the API.
  if (!existsSync(FOLDER)) return;
  await app.register(fastifyStatic, { root: FOLDER, serve: false, preCompressed: true });
  const headers = headersOf(baseUrl);
  const page = (_request: unknown, reply: FastifyReply) =>
    reply.headers(headers).sendFile('index.html', { maxAge: 0, cacheControl: true });
  for (const address of PAGES) app.get(address, PUBLIC, page);
  for (const address of AT_THE_TOP) {
    app.get(address, PUBLIC, (_request, reply) =>
      // Browsers must see a change at once.
      reply.headers(headers).sendFile(address.slice(1), { maxAge: 0, cacheControl: true }),
    );
  }
  app.get<{ Params: { '*': string } }>('/assets/*', PUBLIC, (request, reply) => {
    if (!FILE_NAME.test(request.params['*'])) return reply.callNotFound();
    reply.header('x-content-type-options', 'nosniff');
    // A file's name changes with its contents.
    return reply.sendFile(`assets/${request.params['*']}`, { maxAge: '365d', immutable: true });
  });
}
