/** The readers of targets and contents: those of contents are loaded with the first act, since their parsers are large. */
import type { MaybePromise } from '../../foundation/fresh-cache.ts';
import { normalise } from '../../targets/index.ts';
import type { Readers } from '../../tools/index.ts';

let loaded: MaybePromise<Readers> | null = null;

export function loadActReaders(): MaybePromise<Readers> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Readers> {
  const { loadReaders, readContent } = await import('../../contents/index.ts');
  await loadReaders();
  loaded = { normalise, readContent };
  return loaded;
}
