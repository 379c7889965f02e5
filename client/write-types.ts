/**
 * Writes the types of the API from its description: all named schemas to `api.ts`, and for the dashboard the paths with
 * what each takes and answers. With `--check` it writes nothing, and ends with 1 where a file is not up to date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { printErrorLines } from '@assize/evidence-format/terminal';
import openapiTS, { astToString } from 'openapi-typescript';

const ROOT = path.join(import.meta.dirname, '..');
const description = JSON.parse(await readFile(path.join(ROOT, 'docs/openapi.json'), 'utf8'));
const { openapi, info, components } = description;
const OPTIONS = { defaultNonNullable: false } as const;

async function schemas(): Promise<string> {
  const only = { openapi, info, paths: {}, components: { schemas: components.schemas } };
  const made = await openapiTS(JSON.stringify(only), {
    ...OPTIONS,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return astToString(made);
}

type Operation = { responses: Record<string, { headers?: unknown }> };
type Path = Record<string, Operation | undefined>;

/** Surface A, with what it answers where it refuses nothing; and without the schemas, which are the client's. */
async function paths(): Promise<string> {
  const surfaceA = Object.entries<Path>(description.paths).filter(([route]) => route.startsWith('/api/v1/'));
  for (const operation of surfaceA.flatMap(([, methods]) => Object.values(methods))) {
    for (const [status, response] of Object.entries(operation?.responses ?? {})) {
      if (status.startsWith('2')) delete response.headers;
      else delete operation?.responses[status];
    }
  }
  const made = await openapiTS(
    JSON.stringify({ ...description, paths: Object.fromEntries(surfaceA) }),
    OPTIONS,
  );
  const needed = made.filter((node) => {
    const { name } = node as { name?: { text: string } };
    return name?.text === 'paths' || name?.text === 'operations';
  });
  return `import type { components } from '../../client/api.ts';\n\n${astToString(needed)}`;
}

const FILES = { 'client/api.ts': schemas, 'dashboard/api/paths.ts': paths };

for (const [file, make] of Object.entries(FILES)) {
  const header = '/** The shapes of the API, made from docs/openapi.json by `npm run client:types`. */\n\n';
  const written = `${header}${await make()}`;
  if (!process.argv.includes('--check')) await writeFile(path.join(ROOT, file), written);
  else if (written !== (await readFile(path.join(ROOT, file), 'utf8').catch(() => null))) {
    printErrorLines([`${file} does not fit docs/openapi.json: run \`npm run client:types\`.`]);
    process.exitCode = 1;
  }
}
