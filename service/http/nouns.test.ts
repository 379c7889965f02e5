import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { NOUNS_A } from './a/index.ts';
import { NOUNS_AUTHZEN } from './authzen/index.ts';
import { NOUNS_B } from './b/index.ts';

const SURFACES = [
  ['a', NOUNS_A],
  ['b', NOUNS_B],
  ['authzen', NOUNS_AUTHZEN],
] as const;

describe('nouns', () => {
  for (const [surface, nouns] of SURFACES) {
    test(`each-noun-of-surface-${surface}-is-in-its-list`, async () => {
      const suffix = surface === 'authzen' ? 'Authzen' : surface.toUpperCase();
      for (const file of globSync(`${surface}/**/*.ts`, { cwd: import.meta.dirname })) {
        if (path.basename(file) === 'index.ts' || file.endsWith('.test.ts')) continue;
        const exported = Object.entries(await import(path.join(import.meta.dirname, file)));
        for (const [name, value] of exported) {
          if (typeof value !== 'function' || !name.endsWith(suffix)) continue;
          const message = `${name} of ${file} is not served: add it to the list in ${surface}/index.ts`;
          assert.ok((nouns as readonly unknown[]).includes(value), message);
        }
      }
    });
  }
});
