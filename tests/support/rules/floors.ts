/**
 * Who may import whom. The rooms stand on floors, and each imports from its own floor or below; domains meet through
 * each other's `index.ts`; the evidence format needs nothing but a hash, because auditors install it alone.
 */
import path from 'node:path';
import { type Breach, codeOf, forbid, isTest, type Rule, type SourceFile } from './source.ts';

const DOMAINS = [
  'evaluation',
  'evidence',
  'approvals',
  'events',
  'keys',
  'usage',
  'webhooks',
  'notices',
  'settings',
  'standing',
  'policies',
  'halts',
  'budgets',
  'outcomes',
  'trust',
  'compliance',
  'tenants',
].map((name) => `service/${name}`);

/** From the bottom up. What is no folder is a file of its own. */
const FLOORS: readonly (readonly string[])[] = [
  ['evidence-format'],
  ['service/foundation'],
  ['service/documents'],
  ['service/database'],
  DOMAINS,
  ['service/http'],
  [
    'service/config/config.ts',
    'service/config',
    'service/log/log.ts',
    'service/log/output.ts',
    'service/wiring.ts',
    'service/wiring',
    'service/first-run.ts',
    'service/cli',
  ],
  ['service/main.ts'],
];
const ROOMS = FLOORS.flat();

const IMPORTED = /(?:\bfrom |\bimport |\bimport\(|\bnew URL\()'([^']+)'/g;
const PACKAGES: Record<string, string> = {
  '@assize/evidence-format': 'evidence-format/index.ts',
  '@assize/evidence-format/terminal': 'evidence-format/terminal.ts',
  '@assize/evidence-format/verify-file': 'evidence-format/verify-file.ts',
};

export const importsDownwardsOnly: Rule = (file) => {
  if (isTest(file.path)) return [];
  const room = roomOf(file.path);
  if (room === undefined) {
    const wayOut = `This file is in no room: move it into one, or give its room a floor (${ROOMS.join(', ')}).`;
    return [{ file: file.path, line: 1, wayOut }];
  }
  return eachImport(file, (target, line) => {
    const other = roomOf(target);
    if (other === undefined || other === room) return undefined;
    if (floorOf(other) > floorOf(room)) {
      return {
        line,
        wayOut: `${room} may not import ${other}, which stands above it: hand the thing in, or move it down.`,
      };
    }
    const isDoor = path.posix.basename(target) === 'index.ts';
    if (DOMAINS.includes(other) && !isDoor) {
      return { line, wayOut: `Import ${other}/index.ts instead, and export there what others may use.` };
    }
    if (other === 'service/webhooks' && DOMAINS.includes(room)) {
      return { line, wayOut: 'Append to the outbox instead: webhooks drains it.' };
    }
    return undefined;
  });
};

/** The files of the evidence format that may ask Node for something, and for what: a browser runs all the others. */
const MAY_USE_NODE: Record<string, readonly string[]> = {
  'evidence-format/platform/platform-node.ts': ['node:crypto'],
  'evidence-format/verify-file.ts': ['node:fs/promises'],
  'evidence-format/terminal.ts': ['node:util'],
  'evidence-format/assize-verify.ts': ['node:util'],
  'evidence-format/build.ts': ['node:child_process', 'node:fs', 'node:path'],
  'evidence-format/build-verifier.ts': ['node:fs', 'node:path', 'esbuild-wasm'],
};
const NODE_GLOBAL = /\b(?:Buffer|process|globalThis\.process|setImmediate)\b/;

/** The tools of its tests aside. */
export const evidenceFormatStandsAlone: Rule = (file) => {
  if (!file.path.startsWith('evidence-format/') || isTest(file.path)) return [];
  const mayUse = MAY_USE_NODE[file.path] ?? [];
  const imports = eachImport(file, (target, line) => {
    if (target.startsWith('evidence-format/') || target === '#platform') return undefined;
    if (mayUse.includes(target)) return undefined;
    const wayOut = `evidence-format imports nothing outside itself, and Node's modules only in ${Object.keys(MAY_USE_NODE).join(', ')}: do without ${target}.`;
    return { line, wayOut };
  });
  const wayOut = 'A browser has no such thing: put it behind evidence-format/platform/platform.ts.';
  const globals = forbid(NODE_GLOBAL, wayOut, (path) => path in MAY_USE_NODE);
  return [...imports, ...globals(file)];
};

function eachImport(
  file: SourceFile,
  judge: (target: string, line: number) => Omit<Breach, 'file'> | undefined,
): Breach[] {
  return codeOf(file).flatMap((code, place) =>
    [...code.matchAll(IMPORTED)].flatMap(([, specifier = '']) => {
      const breach = judge(resolve(file.path, specifier), place + 1);
      return breach === undefined ? [] : [{ file: file.path, ...breach }];
    }),
  );
}

function resolve(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return PACKAGES[specifier] ?? specifier;
  return path.posix.join(path.posix.dirname(from), specifier);
}

function roomOf(file: string): string | undefined {
  return ROOMS.find((room) => file === room || file.startsWith(`${room}/`));
}

function floorOf(room: string): number {
  return FLOORS.findIndex((rooms) => rooms.includes(room));
}
