/**
 * A stand-in for npm's registry, after npm's documentation of its API: takes what `npm publish` sends, once for each
 * version, and serves it to `npm install`. It knows no other package.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listenOnFreePort } from './listening.ts';

interface Version {
  version: string;
  dist: { tarball: string; integrity: string };
}

interface Packument {
  name: string;
  'dist-tags': Record<string, string>;
  versions: Record<string, Version>;
}

interface Publication extends Packument {
  _attachments: Record<string, { data: string }>;
}

export interface NpmRegistry {
  url: string;
  /** Name and version of each package, in the order in which they came. */
  published: string[];
  close(): void;
}

export async function openNpmRegistry(): Promise<NpmRegistry> {
  const packages = new Map<string, Packument>();
  const tarballs = new Map<string, Buffer>();
  const published: string[] = [];
  let url = '';

  function publish({ _attachments, ...sent }: Publication): number {
    const known = packages.get(sent.name) ?? { ...sent, versions: {} };
    for (const [version, manifest] of Object.entries(sent.versions)) {
      if (known.versions[version] !== undefined) return 403;
      const file = `${sent.name}-${version}.tgz`;
      const [attachment] = Object.values(_attachments);
      tarballs.set(`/-/${file}`, Buffer.from(attachment?.data ?? '', 'base64'));
      known.versions[version] = { ...manifest, dist: { ...manifest.dist, tarball: `${url}-/${file}` } };
      published.push(`${sent.name}@${version}`);
    }
    packages.set(sent.name, { ...known, 'dist-tags': sent['dist-tags'] });
    return 200;
  }

  const server: Server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', url).pathname);
    if (request.method === 'PUT') return answer(response, publish(JSON.parse(await textOf(request))), {});
    const tarball = tarballs.get(path);
    if (tarball !== undefined) return response.end(tarball);
    const found = packages.get(path.slice(1));
    return answer(response, found === undefined ? 404 : 200, found ?? { error: 'not found' });
  });
  url = await listenOnFreePort(server);
  return { url, published, close: () => server.close() };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
