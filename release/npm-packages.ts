/**
 * The packages for npm, packed from the results of their builds: the service, the client, the verifier, and the
 * reading of acts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import readingPackage from '../act-reading/package.json' with { type: 'json' };
import clientPackage from '../client/package.json' with { type: 'json' };
import formatPackage from '../evidence-format/package.json' with { type: 'json' };
import rootPackage from '../package.json' with { type: 'json' };
import { bomOf, type Library, libraryComponent, npmPurl } from './bom.ts';
import { lockedAt } from './lock.ts';
import { run } from './run.ts';

const ROOT = path.join(import.meta.dirname, '..');
export const BUNDLE = path.join(ROOT, 'service/dist');
/** The client and the verifier contain these, for platforms without Node's hashes and signatures. */
const PORTABLE = lockedLibraries(['@noble/curves', '@noble/hashes']);
/** npm installs these beside the reading of acts. */
const READERS = lockedLibraries(
  Object.keys(readingPackage.dependencies).filter((name) => !name.startsWith('@assize/')),
);

export interface Release {
  /** The folder for all packages. */
  out: string;
  /** The folder for work in progress. */
  work: string;
  /** The time of the commit, ms since 1970: the time of each file. */
  timeMs: number;
}

/** The packages that the last build of the service put into the bundle. */
export function bundledLibraries(): Library[] {
  return JSON.parse(readFileSync(path.join(BUNDLE, 'libraries.json'), 'utf8'));
}

function lockedLibraries(names: readonly string[]): Library[] {
  return names.map((name) => ({ name, ...lockedAt(name) }));
}

/** Writes a tarball for each, with its bill of materials beside it. */
export function packForNpm(release: Release): void {
  // Builds it if a source has changed since.
  run(process.execPath, [path.join(ROOT, 'service/assize.js'), '--version'], ROOT);
  pack(release, BUNDLE, { ...rootPackage, name: 'assize' }, bundledLibraries());
  for (const [folder, manifest, libraries] of [
    ['client', clientPackage, PORTABLE],
    ['evidence-format', formatPackage, PORTABLE],
    ['act-reading', readingPackage, READERS],
  ] as const) {
    const built = path.join(release.work, folder);
    run(process.execPath, [path.join(ROOT, folder, 'build.ts'), built], ROOT);
    pack(release, built, manifest, libraries);
  }
}

interface Manifest {
  name: string;
  version: string;
  description: string;
}

function pack(release: Release, folder: string, manifest: Manifest, libraries: readonly Library[]): void {
  const { name, version, description } = manifest;
  run('npm', ['pack', '--silent', '--pack-destination', release.out, folder], ROOT);
  const subject = { name, version, description, purl: npmPurl(name, version) };
  const bom = bomOf(subject, libraries.map(libraryComponent), release.timeMs);
  writeFileSync(path.join(release.out, `${fileNameForNpm(name, version)}.cdx.json`), bom);
}

/** As npm names a tarball, without its ending. */
export function fileNameForNpm(name: string, version: string): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}`;
}
