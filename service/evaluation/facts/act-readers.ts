/**
 * The readers of targets and contents. Those of contents are loaded with the first act, since their parsers are large.
 */

import type { Readers } from '@assize/act-reading/act';
import { normalise } from '@assize/act-reading/targets';
import type { MaybePromise } from '../../foundation/fresh-cache.ts';

let loaded: MaybePromise<Readers> | null = null;

export function loadActReaders(): MaybePromise<Readers> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Readers> {
  const { loadReaders, readContent } = await import('@assize/act-reading/contents');
  await loadReaders();
  loaded = { normalise, readContent };
  return loaded;
}
