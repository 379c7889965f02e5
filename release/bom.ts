/**
 * The bill of materials of a package, in CycloneDX 1.6: each library in it, with its version, license and hash. It is
 * made from the bundle and not from the installed packages, most of which serve building and testing. The same
 * contents give the same bytes.
 */
import { createHash } from 'node:crypto';
import { lockedAt } from './lock.ts';

export interface Library {
  name: string;
  version: string;
  /** As its package states it. */
  license: string;
}

export interface Subject {
  name: string;
  version: string;
  description: string;
  /** `pkg:…`, the common identifier of a package. */
  purl: string;
}

export interface Component {
  type: 'application' | 'library' | 'platform';
  'bom-ref': string;
  name: string;
  version?: string;
  group?: string;
  description?: string;
  purl?: string;
  cpe?: string;
  licenses?: unknown[];
  hashes?: { alg: string; content: string }[];
  components?: Component[];
}

const OWN_LICENSE = 'Apache-2.0';
const SPDX = /^\(?[A-Za-z0-9.-]+(?: (?:AND|OR) [A-Za-z0-9.-]+)*\)?$/;
/** Versions that Node states but that do not name software. */
const NO_SOFTWARE = ['node', 'modules', 'napi', 'unicode', 'cldr', 'tz'];

export function npmPurl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** @param timestampMs of the commit, so that a second build gives the same bytes. */
export function bomOf(subject: Subject, libraries: readonly Component[], timestampMs: number): string {
  const { name, version, description, purl } = subject;
  const own = { ...partsOf(name), version, description, purl, licenses: licensesOf(OWN_LICENSE) };
  const component: Component = { type: 'application', 'bom-ref': purl, ...own };
  // npm installs some libraries twice, in the same version.
  const known = new Map(libraries.map((library) => [library['bom-ref'], library]));
  const components = [...known.values()].sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1));
  const contents = {
    metadata: { timestamp: new Date(timestampMs).toISOString(), component },
    components,
    dependencies: [
      { ref: purl, dependsOn: components.map((library) => library['bom-ref']) },
      ...components.map((library) => ({ ref: library['bom-ref'] })),
    ],
  };
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(contents))}`,
    version: 1,
    ...contents,
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

export function libraryComponent({ name, version, license }: Library): Component {
  const purl = npmPurl(name, version);
  const sha512 = Buffer.from(lockedAt(name, version).integrity.replace(/^sha512-/, ''), 'base64');
  return {
    type: 'library',
    'bom-ref': purl,
    ...partsOf(name),
    version,
    purl,
    licenses: licensesOf(license),
    hashes: [{ alg: 'SHA-512', content: sha512.toString('hex') }],
  };
}

/** Node, with the libraries that are compiled into it. @param versions of the same Node: `process.versions` */
export function nodeComponent(versions: NodeJS.ProcessVersions): Component {
  const { node } = versions;
  const inside = Object.entries(versions).filter(
    ([name, version]) => !NO_SOFTWARE.includes(name) && version !== undefined && version !== '',
  );
  return {
    type: 'platform',
    'bom-ref': `pkg:generic/node@${node}`,
    name: 'node',
    version: node,
    purl: `pkg:generic/node@${node}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${node}:*:*:*:*:*:*:*`,
    components: inside.map(([name, version = '']) => ({
      type: 'library',
      'bom-ref': `node/${name}@${version}`,
      name,
      version,
    })),
  };
}

function partsOf(name: string): { group?: string; name: string } {
  const [group = '', rest] = name.split('/');
  return rest === undefined ? { name } : { group, name: rest };
}

/** Some packages state something that is not an SPDX expression, or nothing. */
function licensesOf(license: string): unknown[] {
  if (!SPDX.test(license)) return license === 'see below' ? [] : [{ license: { name: license } }];
  return / (?:AND|OR) /.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}

/** An id derived from the contents. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}
