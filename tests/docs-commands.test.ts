/**
 * Every command in the documentation runs as written, in order, from a clean clone, and leaves no traces.
 * `DOCS_PAGE=docs/trust.md` runs only one page.
 */
import { after, before, describe, test } from 'node:test';
import { temporaryFolder } from './support/databases/databases.ts';
import { type Clone, makeClone } from './support/docs/clone.ts';
import { readPages } from './support/docs/page.ts';
import { type Reader, readerIn } from './support/docs/reader.ts';

const ONE_PAGE = process.env.DOCS_PAGE;

describe('every-command-runs-as-it-stands', () => {
  const folder = temporaryFolder();
  let clone: Clone;
  let reader: Reader;
  before(() => {
    clone = makeClone(folder.path);
    reader = readerIn(clone, folder.path);
  });
  after(folder.remove);
  for (const page of readPages()) {
    if (ONE_PAGE === undefined || ONE_PAGE.split(',').includes(page.name))
      test(page.name, () => reader.read(page));
  }
});
