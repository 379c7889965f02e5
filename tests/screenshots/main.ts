/** `npm run screenshots`: the README's pictures; with `--pages FOLDER`, a picture of every page. */
import { parseArgs } from 'node:util';
import { inCompany } from './company.ts';
import { takePages } from './pages.ts';
import { takePicturesForReaders } from './readme.ts';

const { values } = parseArgs({ options: { pages: { type: 'string' } } });
const { pages } = values;
await inCompany((lived) => (pages === undefined ? takePicturesForReaders(lived) : takePages(lived, pages)));
