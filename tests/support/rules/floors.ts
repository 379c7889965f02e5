/**
 * Who may import whom. The rooms stand on floors, and each imports from its own floor or below; domains meet through
 * each other's `index.ts`; the evidence format needs nothing but a hash, because auditors install it alone.
 */
import path from 'node:path';
import { type Breach, codeOf, isTest, type Rule, type SourceFile } from './source.ts';

const DOMAINS = [
  'evaluation',
  'evidence',
  'approvals',
  'keys',
  'usage',
  'webhooks',
  'policies',
  'trust',
  'budgets',
  'compliance',
  'tenants',
].map((name) => `service/${name}`);

/** From the bottom up. What is no folder is a file of its own. */
const FLOORS: readonly (readonly string[])[] = [
  ['evidence-format'],
  ['service/foundation'],
  ['service/database'],
  DOMAINS,
  ['service/http'],
  ['service/config.ts', 'service/log.ts', 'service/wiring.ts', 'service/first-run.ts', 'service/cli'],
  ['service/main.ts'],
];
const ROOMS = FLOORS.flat();

const IMPORTED = /(?:\bfrom |\bimport |\bimport\(|\bnew URL\()'([^']+)'/g;
const PACKAGES: Record<string, string> = { '@assize/evidence-format': 'evidence-format/index.ts' };

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

/** The files that may ask Node to hash or to sign: one each, so that another platform needs to replace no more. */
const MAY_USE_CRYPTO = ['evidence-format/sha256.ts', 'evidence-format/ed25519.ts'];

/** The tools of its tests aside. */
export const evidenceFormatStandsAlone: Rule = (file) => {
  if (!file.path.startsWith('evidence-format/') || isTest(file.path)) return [];
  return eachImport(file, (target, line) => {
    if (target.startsWith('evidence-format/')) return undefined;
    if (target === 'node:crypto' && MAY_USE_CRYPTO.includes(file.path)) return undefined;
    const wayOut = `evidence-format imports nothing outside itself, and node:crypto only in ${MAY_USE_CRYPTO.join(', ')}: do without ${target}.`;
    return { line, wayOut };
  });
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
