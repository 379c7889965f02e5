/**
 * `npm run screenshots`: the README's pictures. With `--pages FOLDER`, a picture of every page; with `--compare EARLIER`
 * too, what differs from those of an earlier run: it ends with 1 where something does.
 */
import { parseArgs } from 'node:util';
import { inCompany } from './company.ts';
import { comparePictures } from './compare.ts';
import { takePages } from './pages.ts';
import { takePicturesForReaders } from './readme.ts';

const { values } = parseArgs({ options: { pages: { type: 'string' }, compare: { type: 'string' } } });
const { pages, compare } = values;
if (pages === undefined && compare !== undefined) throw new Error('--compare needs --pages FOLDER too');
await inCompany((lived) => (pages === undefined ? takePicturesForReaders(lived) : takePages(lived, pages)));
if (pages !== undefined && compare !== undefined) {
  const differences = comparePictures(compare, pages);
  console.log(differences.join('\n') || 'Every page looks the same.');
  process.exitCode = differences.length > 0 ? 1 : 0;
}
