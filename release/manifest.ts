/**
 * `manifest.json`: each released package with its name in its registry, its version, checksums and command to install
 * it. The workflow that publishes adds the digest of the image.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import readingPackage from '../act-reading/package.json' with { type: 'json' };
import clientPackage from '../client/package.json' with { type: 'json' };
import formatPackage from '../evidence-format/package.json' with { type: 'json' };
import rootPackage from '../package.json' with { type: 'json' };
import { ARCHITECTURES } from './node-binary.ts';
import { fileNameForNpm } from './npm-packages.ts';
import { SOURCE_ARCHIVE, WHEEL } from './python-packages.ts';

const { version } = rootPackage;

interface Released {
  registry: 'npm' | 'pypi' | 'github';
  name: string;
  file: string;
  bill: string;
  install: string;
}

/** @param files in the folder, so that a release for one architecture lists only that one. */
export function manifestOf(
  out: string,
  files: readonly string[],
  commit: string | null,
  timeMs: number,
): string {
  const packages = [...forNpm(), ...forPython(), ...archives()]
    .filter(({ file }) => files.includes(file))
    .map((each) => ({ ...each, version, ...checksumsOf(path.join(out, each.file)) }));
  const node = process.versions.node;
  const released_at = new Date(timeMs).toISOString();
  return `${JSON.stringify({ version, commit, released_at, node, packages }, null, 2)}\n`;
}

function forNpm(): Released[] {
  return [rootPackage, clientPackage, formatPackage, readingPackage].map(({ name }) => {
    const fileName = fileNameForNpm(name, version);
    const install = name === 'assize' ? `npx assize@${version} serve` : `npm install ${name}@${version}`;
    return { registry: 'npm', name, file: `${fileName}.tgz`, bill: `${fileName}.cdx.json`, install };
  });
}

function forPython(): Released[] {
  const bill = WHEEL.replace('.whl', '.cdx.json');
  return [WHEEL, SOURCE_ARCHIVE].map((file) => ({
    registry: 'pypi',
    name: 'assize',
    file,
    bill,
    install: `pip install assize==${version}`,
  }));
}

function archives(): Released[] {
  return Object.keys(ARCHITECTURES).map((architecture) => {
    const name = `assize-${version}-linux-${architecture}`;
    const file = `${name}.tar.gz`;
    return { registry: 'github', name, file, bill: `${name}.cdx.json`, install: `tar -xzf ${file}` };
  });
}

/** The second is in the form in which npm states it. */
function checksumsOf(file: string): { bytes: number; sha256: string; integrity: string } {
  const content = readFileSync(file);
  const hash = (algorithm: string) => createHash(algorithm).update(content);
  return {
    bytes: statSync(file).size,
    sha256: hash('sha256').digest('hex'),
    integrity: `sha512-${hash('sha512').digest('base64')}`,
  };
}
