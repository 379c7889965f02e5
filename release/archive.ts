/**
 * The archive for Linux: Assize with its Node, its pages, and the files to run it by (`deploy/`). You unpack it
 * anywhere and install nothing. The same commit gives the same bytes: files are sorted, and have one owner, mode and
 * time.
 */
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import rootPackage from '../package.json' with { type: 'json' };
import { bomOf, libraryComponent, nodeComponent } from './bom.ts';
import { type Architecture, nodeFor } from './node-binary.ts';
import { BUNDLE, bundledLibraries, type Release } from './npm-packages.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** The directories of the system's programs. */
const PATH = '/usr/local/bin:/usr/bin:/bin';
const { version, description } = rootPackage;
const NAME = `assize-${version}`;
/** At the top of the archive instead. */
const TEXTS = ['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.txt'];
/** Someone who has lost their machine has these pages at hand. */
const PAGES = ['CHANGELOG.md', 'docs'];
const NOT_SHIPPED = ['inputs.json', 'libraries.json', 'compiled', ...TEXTS];

/** @param versions of the Node that runs this, which must be the pinned one. */
export async function writeArchive(
  release: Release,
  architecture: Architecture,
  versions: NodeJS.ProcessVersions,
): Promise<void> {
  const staging = path.join(release.work, architecture);
  const root = path.join(staging, NAME);
  mkdirSync(path.join(root, 'bin'), { recursive: true });
  mkdirSync(path.join(root, 'lib'));
  const node = nodeFor(architecture);
  cpSync(path.join(node, 'bin/node'), path.join(root, 'lib/node'));
  cpSync(path.join(node, 'LICENSE'), path.join(root, 'NODE-LICENSE'));
  cpSync(BUNDLE, path.join(root, 'lib/assize'), {
    recursive: true,
    filter: (file) => !NOT_SHIPPED.includes(path.relative(BUNDLE, file)),
  });
  for (const name of TEXTS) cpSync(path.join(BUNDLE, name), path.join(root, name));
  for (const name of [...PAGES, 'deploy'])
    cpSync(path.join(ROOT, name), path.join(root, name), { recursive: true });
  cpSync(path.join(ROOT, 'deploy/archive/assize'), path.join(root, 'bin/assize'));
  rmSync(path.join(root, 'deploy/archive'), { recursive: true });
  for (const file of ['bin/assize', 'lib/node']) chmodSync(path.join(root, file), 0o755);
  const bom = bomOfArchive(architecture, versions, release.timeMs);
  writeFileSync(path.join(root, 'sbom.cdx.json'), bom);
  const fileName = `${NAME}-linux-${architecture}`;
  writeFileSync(path.join(release.out, `${fileName}.cdx.json`), bom);
  await compress(staging, path.join(release.out, `${fileName}.tar.gz`), release.timeMs);
}

function bomOfArchive(architecture: Architecture, versions: NodeJS.ProcessVersions, timeMs: number): string {
  const purl = `pkg:generic/assize@${version}?arch=${architecture}&os=linux`;
  const components = [nodeComponent(versions), ...bundledLibraries().map(libraryComponent)];
  return bomOf({ name: 'assize', version, description, purl }, components, timeMs);
}

/** Hides this user's umask and name, and the time of day. */
async function compress(folder: string, file: string, timeMs: number): Promise<void> {
  const same = ['--sort=name', '--format=ustar', '--owner=0', '--group=0', '--numeric-owner'];
  const words = [...same, '--mode=u=rwX,go=rX', `--mtime=@${timeMs / 1000}`, '-C', folder, '-cf', '-', NAME];
  const tar = spawn('tar', words, { stdio: ['ignore', 'pipe', 'inherit'], env: { LC_ALL: 'C', PATH } });
  const ended = new Promise<number | null>((resolve, reject) => {
    tar.once('error', reject).once('close', resolve);
  });
  await pipeline(tar.stdout, createGzip(), createWriteStream(file));
  const code = await ended;
  if (code !== 0) throw new Error(`tar ended with ${code}`);
}
