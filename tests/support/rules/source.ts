/** Reads the project's own files for the rules. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../..');
const FOREIGN = ['docs', ...ignoredByGit()];

export interface SourceFile {
  /** Relative to the project's root, with slashes. */
  path: string;
  lines: readonly string[];
}

export interface Breach {
  file: string;
  /** From 1. */
  line: number;
  /** The fault, and the way to correct it. */
  wayOut: string;
}

export type Rule = (file: SourceFile) => Breach[];

/** Paths that npm installs and the build makes. */
function ignoredByGit(): string[] {
  const patterns = readFileSync(path.join(ROOT, '.gitignore'), 'utf8').trim().split('\n');
  return patterns.map((pattern) => {
    const named = pattern.replace(/\/$/, '');
    return named.includes('/') ? named : `**/${named}`;
  });
}

export function readSources(pattern = '**/*.{ts,tsx}'): SourceFile[] {
  return read(pattern, FOREIGN);
}

/** The documentation, and the examples in it. */
export function readPages(): SourceFile[] {
  const foreign = FOREIGN.filter((folder) => folder !== 'docs');
  return [...read('**/*.md', foreign), ...read('examples/**/*.js', foreign)];
}

function read(pattern: string, exclude: readonly string[]): SourceFile[] {
  const found = globSync(pattern, { cwd: ROOT, exclude });
  return found.sort().map((file) => ({
    path: file.split(path.sep).join('/'),
    lines: readFileSync(path.join(ROOT, file), 'utf8').split('\n'),
  }));
}

export function isTest(file: string): boolean {
  return file.endsWith('.test.ts') || file.startsWith('tests/') || file.startsWith('bench/');
}

const COMMENT_LINE = /^\s*(?:\/\*\*?|\*|\/\/)/;
const COMMENT_BEHIND = /\s\/\/ .*$/;

/** Returns each line without comments. Formatted code has no other kinds of comments. */
export function codeOf({ lines }: SourceFile): string[] {
  return lines.map((line) => (COMMENT_LINE.test(line) ? '' : line.replace(COMMENT_BEHIND, '')));
}

const STRING = /'(?:[^'\\]|\\.)*'/g;

/** Makes a rule that forbids matches outside comments and strings, except in the permitted places. */
export function forbid(what: RegExp, wayOut: string, mayBeIn: (path: string) => boolean = () => false): Rule {
  return (file) => {
    if (mayBeIn(file.path)) return [];
    return codeOf(file).flatMap((code, place) =>
      what.test(code.replace(STRING, "''")) ? [{ file: file.path, line: place + 1, wayOut }] : [],
    );
  };
}
