/** A stand-in for PyPI: takes what an upload sends, and serves it by the simple API of PEP 503. */
import { createServer, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { listenOnFreePort } from './listening.ts';

export interface PyPi {
  url: string;
  /** The names of the files, in the order in which they came. */
  uploaded: string[];
  close(): void;
}

export async function openPyPi(): Promise<PyPi> {
  const files = new Map<string, { content: Buffer; sha256: string }>();
  let url = '';
  const server: Server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', url);
    if (request.method === 'POST') {
      const type = request.headers['content-type'] ?? '';
      const body = Readable.toWeb(request) as ReadableStream<Uint8Array>;
      const fields = await new Response(body, { headers: { 'content-type': type } }).formData();
      const content = fields.get('content') as File;
      const bytes = Buffer.from(await content.arrayBuffer());
      files.set(content.name, { content: bytes, sha256: String(fields.get('sha256_digest')) });
      return response.end('OK');
    }
    const file = files.get(pathname.replace('/files/', ''));
    if (file !== undefined) return response.end(file.content);
    if (pathname !== '/simple/assize/') return response.writeHead(404).end();
    const links = [...files].map(
      ([name, { sha256 }]) => `<a href="/files/${name}#sha256=${sha256}">${name}</a>`,
    );
    return response.writeHead(200, { 'content-type': 'text/html' }).end(`<!DOCTYPE html>${links.join('')}`);
  });
  url = await listenOnFreePort(server);
  return {
    url,
    get uploaded() {
      return [...files.keys()];
    },
    close: () => server.close(),
  };
}
