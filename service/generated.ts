/**
 * The files that are made from others and not kept in git: the types of the API for TypeScript and Python, and the verifier
 * in one file. The build writes them, and so does `npm run generate`.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { apiTypes } from '../client/api-types.ts';
import { wireTypes } from '../client-python/wire-types.ts';
import { verifierProgram } from '../evidence-format/build-verifier.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** The description of the API. Git keeps it, so that a review shows its changes. */
export const DESCRIPTION = 'docs/openapi.json';
export const VERIFIER = 'evidence-format/assize-verify.mjs';

export type Files = Record<string, string>;

/** @returns the text of each file, by its path from the root */
export async function generatedFrom(description: string): Promise<Files> {
  return {
    'client/api.ts': await apiTypes(description),
    'client-python/assize/wire.py': wireTypes(description),
    [VERIFIER]: await verifierProgram(),
  };
}

/** @returns null where there is no such file. */
export function textOf(name: string): string | null {
  try {
    return readFileSync(path.join(ROOT, name), 'utf8');
  } catch {
    return null;
  }
}

/** Another process may read or build at the same time, so a complete file replaces one that differs. */
export function writeFiles(files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    if (textOf(name) === text) continue;
    const file = path.join(ROOT, name);
    const unfinished = `${file}-${process.pid}`;
    writeFileSync(unfinished, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
    renameSync(unfinished, file);
  }
}
