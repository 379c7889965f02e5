/** The imports that each file may have: rooms stand in one order, and a room imports those before it by their index. */
import path from 'node:path';
import { type Breach, codeOf, forbid, isTest, type Rule, type SourceFile } from './source.ts';

/** A domain: its `index.ts`, and those of its inner rooms, hold everything that others may use. */
const DOMAINS = [
  'tenants',
  'events',
  'evidence',
  'keys',
  'members',
  'usage',
  'agents',
  'governance',
  'targets',
  'tools',
  'mandates',
  'sessions',
  'trust',
  'approvals',
  'budgets',
  'evaluation',
  'outcomes',
  'incidents',
  'notices',
  'webhooks',
  'channels',
  'siem',
  'planner',
  'issuers',
  'second-person',
  'directory',
  'access-review',
  'proof',
  'audit',
  'reports',
  'compliance',
  'backup',
].map((name) => `service/${name}`);

/** From the ground up. A room is a folder, or a file outside all of them. */
export const ROOMS: readonly string[] = [
  'evidence-format',
  'act-reading',
  'client',
  'client-python',
  'gateway',
  'dashboard',
  'site',
  'service/foundation',
  'service/telemetry',
  'service/database',
  'service/documents',
  ...DOMAINS,
  'service/metrics',
  'service/http',
  'service/config',
  'service/logging',
  'service/wiring.ts',
  'service/first-run.ts',
  'service/cli',
  'service/main.ts',
  'service/health.ts',
  'service/generated.ts',
  'service/generate.ts',
  'service/build.ts',
  'release',
  'examples',
];

const IMPORTED = /(?:\bfrom |\bimport |\bimport\(|\bnew URL\()'([^']+)'/g;
/** Entries of our packages that are one file; every other entry is a folder's `index.ts`. */
const ENTRY_FILES = [
  'act-reading/risk',
  'act-reading/work',
  'client/proof',
  'evidence-format/terminal',
  'evidence-format/verify-file',
];

export const importsDownwardsOnly: Rule = (file) => {
  if (isTest(file.path)) return [];
  const room = roomOf(file.path);
  if (room === undefined) {
    const wayOut = `This file is in no room: move it into one, or give its room a place in the order (${ROOMS.join(', ')}).`;
    return [{ file: file.path, line: 1, wayOut }];
  }
  return eachImport(file, (target, line) => {
    const other = roomOf(target);
    if (other === undefined || other === room) return undefined;
    if (ROOMS.indexOf(other) > ROOMS.indexOf(room)) {
      return {
        line,
        wayOut: `${room} may not import ${other}, which stands above it: hand the thing in, or move it down.`,
      };
    }
    if (DOMAINS.includes(other) && path.posix.basename(target) !== 'index.ts') {
      return { line, wayOut: `Import ${other}/index.ts instead, and export there what others may use.` };
    }
    return undefined;
  });
};

/** External imports that files of the evidence format may have. A browser runs those that name nothing from Node. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'evidence-format/platform/platform-node.ts': ['node:crypto'],
  // The build bundles these, so that the published package has no dependency.
  'evidence-format/platform/platform-portable.ts': [
    '@noble/curves/ed25519.js',
    '@noble/curves/nist.js',
    '@noble/curves/utils.js',
    '@noble/hashes/sha2.js',
  ],
  'evidence-format/verify-file.ts': ['node:fs/promises'],
  'evidence-format/terminal.ts': ['node:util'],
  'evidence-format/assize-verify.ts': ['node:util'],
  'evidence-format/build.ts': ['node:child_process', 'node:fs', 'node:path', 'rolldown'],
  'evidence-format/publish.ts': ['node:fs', 'node:path'],
  'evidence-format/build-verifier.ts': ['node:path', 'rolldown'],
};
const NODE_GLOBAL = /\b(?:Buffer|process|globalThis\.process|setImmediate)\b/;

/** Apart from its tests' tools. */
export const evidenceFormatStandsAlone: Rule = (file) => {
  if (!file.path.startsWith('evidence-format/') || isTest(file.path)) return [];
  const mayImport = MAY_IMPORT[file.path] ?? [];
  const imports = eachImport(file, (target, line) => {
    if (target.startsWith('evidence-format/') || target === '#platform') return undefined;
    if (mayImport.includes(target)) return undefined;
    const wayOut = `evidence-format imports nothing outside itself, except in ${Object.keys(MAY_IMPORT).join(', ')}: do without ${target}.`;
    return { line, wayOut };
  });
  const wayOut = 'A browser has no such thing: put it behind evidence-format/platform/platform.ts.';
  const usesNode = mayImport.some((name) => name.startsWith('node:'));
  const globals = forbid(NODE_GLOBAL, wayOut, () => usesNode);
  return [...imports, ...globals(file)];
};

const PURE_OF_NODE = ['node:buffer', 'node:net', 'node:path', 'node:url'];
/** The first reads the tables and the word lists; the build reads the sources. */
const MAY_READ_FILES = ['act-reading/data.ts', 'act-reading/build.ts'];

/** A call in, its effects out: this needs neither files nor a network. */
export const readingActsDoesNoIo: Rule = (file) => {
  if (!file.path.startsWith('act-reading/') || isTest(file.path) || MAY_READ_FILES.includes(file.path))
    return [];
  return eachImport(file, (target, line) => {
    if (!target.startsWith('node:') || PURE_OF_NODE.includes(target)) return undefined;
    return {
      line,
      wayOut: `act-reading does no I/O: hand in what ${target} gives, or read a table of its own with readData (act-reading/data.ts).`,
    };
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
  if (specifier.startsWith('@assize/')) {
    const entry = specifier.replace('@assize/', '');
    if (entry.endsWith('.ts')) return entry;
    return ENTRY_FILES.includes(entry) ? `${entry}.ts` : `${entry}/index.ts`;
  }
  if (!specifier.startsWith('.')) return specifier;
  return path.posix.join(path.posix.dirname(from), specifier);
}

function roomOf(file: string): string | undefined {
  return ROOMS.find((room) => file === room || file.startsWith(`${room}/`));
}

/** @returns one breach for each circle of imports, at the import that closes it. */
export function circlesOf(files: readonly SourceFile[]): Breach[] {
  const imports = new Map(files.map((file) => [file.path, importsOf(file)]));
  const settled = new Set<string>();
  const circles: Breach[] = [];
  const follow = (file: string, trail: readonly string[]): void => {
    const here = [...trail, file];
    for (const { target, line } of imports.get(file) ?? []) {
      const start = here.indexOf(target);
      if (start >= 0) {
        const circle = [...here.slice(start), target].join(' → ');
        const wayOut = `${circle}: move what both need into a file that neither is, or hand it in.`;
        circles.push({ file, line, wayOut });
      } else if (imports.has(target) && !settled.has(target)) follow(target, here);
    }
    settled.add(file);
  };
  for (const { path: file } of files) if (!settled.has(file)) follow(file, []);
  return circles;
}

function importsOf(file: SourceFile): { target: string; line: number }[] {
  const found: { target: string; line: number }[] = [];
  eachImport(file, (target, line) => void found.push({ target, line }));
  return found;
}

/** @returns one breach for each pair of folders of a room that import each other, directly or through others. */
export function innerCirclesOf(files: readonly SourceFile[]): Breach[] {
  const found: Breach[] = [];
  for (const [parent, arrows] of arrowsByParent(files)) {
    const reached = (from: string, seen: Set<string> = new Set()): Set<string> => {
      for (const to of arrows.get(from)?.keys() ?? []) if (!seen.has(to)) reached(to, seen.add(to));
      return seen;
    };
    for (const [from, targets] of arrows) {
      for (const [to, at] of targets) {
        if (!reached(to).has(from)) continue;
        const wayOut = `${parent}: ${from} and ${to} import each other. Inner rooms have an order: move what both need into the lower one.`;
        found.push({ ...at, wayOut });
      }
    }
  }
  return found;
}

type Arrows = Map<string, Map<string, { file: string; line: number }>>;

/** Returns the imports from one inner folder to another, by the folder that holds both. */
function arrowsByParent(files: readonly SourceFile[]): Map<string, Arrows> {
  const parents = new Map<string, Arrows>();
  for (const file of files.filter(({ path: each }) => !isTest(each))) {
    for (const { target, line } of importsOf(file)) {
      const [here, there] = [file.path.split('/'), target.split('/')];
      const same = here.findIndex((part, place) => part !== there[place]);
      const parent = here.slice(0, same).join('/');
      const [from, to] = [here[same], there[same]];
      const isBetweenFolders = same < here.length - 1 && same < there.length - 1;
      if (!isBetweenFolders || !from || !to || roomOf(parent) === undefined) continue;
      const arrows: Arrows = parents.get(parent) ?? new Map();
      const targets = arrows.get(from) ?? new Map();
      parents.set(parent, arrows.set(from, targets.set(to, { file: file.path, line })));
    }
  }
  return parents;
}
