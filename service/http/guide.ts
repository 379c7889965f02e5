/**
 * The guide at `/guide/`: the documentation as a site, from this service itself. It loads only its own files, so the policy
 * of the dashboard holds for it too.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { headersOf } from './dashboard.ts';

const BUNDLED = path.join(import.meta.dirname, 'guide');
const FOLDER = existsSync(BUNDLED) ? BUNDLED : path.join(import.meta.dirname, '../dist/guide');
const PUBLIC = { config: { scope: 'public' }, schema: { hide: true } } as const;
/** A page, or a folder with one; and a file of a page. No part begins with a dot. */
const PAGE = /^(?:[\w-]+\/)*[\w-]*$/;
const FILE = /^(?:[\w-]+\/)*[\w@-]+(?:\.[\w-]+)*\.(?:html|js|css|woff2|png|svg)$/;

export async function guidePages(app: FastifyInstance, { baseUrl }: { baseUrl: string }): Promise<void> {
  // A service that has not been built has no guide.
  if (!existsSync(path.join(FOLDER, 'index.html'))) return;
  await app.register(fastifyStatic, { root: FOLDER, serve: false, preCompressed: true });
  const headers = headersOf(baseUrl);
  const page = (reply: FastifyReply, file: string) =>
    // Browsers must see a change at once.
    reply.headers(headers).sendFile(file, { maxAge: 0, cacheControl: true });
  app.get('/guide', PUBLIC, (_request, reply) => reply.redirect('/guide/', 308));
  app.get<{ Params: { '*': string } }>('/guide/*', PUBLIC, (request, reply) => {
    const asked = request.params['*'];
    const file = fileOf(asked);
    if (file === undefined || !existsSync(path.join(FOLDER, file))) return page(reply.code(404), '404.html');
    if (!asked.startsWith('assets/')) return page(reply, file);
    reply.header('x-content-type-options', 'nosniff');
    // A file's name changes with its contents.
    return reply.sendFile(file, { maxAge: '365d', immutable: true });
  });
}

/** @returns the file of an address; undefined where there can't be one. */
function fileOf(asked: string): string | undefined {
  if (FILE.test(asked)) return asked;
  if (!PAGE.test(asked)) return undefined;
  return asked === '' || asked.endsWith('/') ? `${asked}index.html` : `${asked}.html`;
}
