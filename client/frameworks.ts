/**
 * The versions of each framework that its adapter was tested with. When an adapter is imported, it looks at the
 * installed version and warns if it was not tested with it. It loads nothing of the framework.
 */

/** From this version on, and below that one. */
export interface Range {
  from: string;
  below: string;
}

export const FRAMEWORKS = {
  '@anthropic-ai/claude-agent-sdk': { from: '0.3.0', below: '0.4.0' },
  '@google/adk': { from: '2.0.0', below: '3.0.0' },
  '@langchain/langgraph': { from: '1.0.0', below: '2.0.0' },
  '@mastra/core': { from: '1.0.0', below: '2.0.0' },
  '@openai/agents': { from: '0.20.0', below: '0.21.0' },
  ai: { from: '7.0.0', below: '8.0.0' },
} as const satisfies Record<string, Range>;

export type Framework = keyof typeof FRAMEWORKS;

/** Node, Bun and Deno have it. Browsers and bundlers don't, so they get no warning. */
interface Process {
  cwd?(): string;
  emitWarning?(warning: string, type: string): void;
  getBuiltinModule?(name: 'node:fs'): { readFileSync(file: string, encoding: 'utf8'): string } | undefined;
}

/** Warns once for each import of an adapter; never throws. */
export function checkFramework(name: Framework): void {
  try {
    const { process } = globalThis as { process?: Process };
    const version = process === undefined ? undefined : installedVersion(name, process);
    if (version !== undefined && !isWithin(version, FRAMEWORKS[name]))
      process?.emitWarning?.(wordsOf(name, version), 'AssizeWarning');
  } catch {
    // A program that may not read its own folder runs without the check.
  }
}

function wordsOf(name: Framework, version: string): string {
  const { from, below } = FRAMEWORKS[name];
  return `${name} ${version} is installed, but this adapter was tested with versions from ${from} to below ${below}. Check that calls are held before you rely on it.`;
}

/** Frameworks need not export their manifest, so this searches for it as Node searches for packages. */
function installedVersion(name: string, process: Process): string | undefined {
  const files = process.getBuiltinModule?.('node:fs');
  if (files === undefined || process.cwd === undefined) return undefined;
  for (let folder = process.cwd(); ; folder = folder.replace(/[\\/][^\\/]*$/, '')) {
    const version = versionIn(files, `${folder}/node_modules/${name}/package.json`);
    if (version !== undefined || !/[\\/]/.test(folder)) return version;
  }
}

function versionIn(files: { readFileSync(file: string, encoding: 'utf8'): string }, file: string) {
  try {
    const { version } = JSON.parse(files.readFileSync(file, 'utf8')) as { version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}

/** Compares only the three numbers: a pre-release counts as the release. */
export function isWithin(version: string, { from, below }: Range): boolean {
  return compare(version, from) >= 0 && compare(version, below) < 0;
}

function compare(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  const place = left.findIndex((number, at) => number !== right[at]);
  return place === -1 ? 0 : (left[place] ?? 0) - (right[place] ?? 0);
}

function numbersOf(version: string): number[] {
  return version.split(/[-+]/, 1)[0]?.split('.').map(Number) ?? [];
}
