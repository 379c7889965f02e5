/**
 * Writes `api.ts`: the types of all named schemas in the description of the API. With `--check` it writes nothing, and
 * ends with 1 where the file is not up to date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { printErrorLines } from '@assize/evidence-format/terminal';
import openapiTS, { astToString } from 'openapi-typescript';

const DESCRIPTION = path.join(import.meta.dirname, '../docs/openapi.json');
const FILE = path.join(import.meta.dirname, 'api.ts');
const HEADER = '/** The shapes of the API, made from docs/openapi.json by `npm run client:types`. */\n\n';

const { openapi, info, components } = JSON.parse(await readFile(DESCRIPTION, 'utf8'));
const schemas = { openapi, info, paths: {}, components: { schemas: components.schemas } };
const made = astToString(
  await openapiTS(JSON.stringify(schemas), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false,
  }),
);
const written = `${HEADER}${made}`;

if (!process.argv.includes('--check')) await writeFile(FILE, written);
else if (written !== (await readFile(FILE, 'utf8').catch(() => null))) {
  printErrorLines(['client/api.ts does not fit docs/openapi.json: run `npm run client:types`.']);
  process.exitCode = 1;
}
