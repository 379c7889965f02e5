/** Documents that a person named, JSON or YAML, and YAML as the commands show it. */
import { readFile, stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { harmlessJson, hasInvisible, parseJson } from '@assize/evidence-format';
import { readYaml } from '../governance/policies/documents/index.ts';
import { Listing } from './terminal.ts';

/** The bytes of a file that a person named. Errors of reading, unlike those of opening, don't name the file by themselves. */
export async function readNamed(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw Object.assign(error as Error, { path: file });
  }
}

const MAX_BYTES = 32 * 1024 * 1024;
const YAML = /\.ya?ml$/i;

/** @param file `-` for standard input. @throws where it can't be read, or is neither JSON nor YAML. */
export async function readDocument(file: string): Promise<unknown> {
  const name = file === '-' ? 'Standard input' : file;
  if (file !== '-' && (await stat(file)).size > MAX_BYTES) {
    throw new Error(`${name} is larger than ${MAX_BYTES / 1024 / 1024} MiB, the maximum.`);
  }
  const written = file === '-' ? await text(process.stdin) : String(await readNamed(file));
  if (YAML.test(file)) {
    const { value, faults } = await readYaml(written);
    if (faults.length === 0) return value;
    const said = faults.map(({ field, message }) => [...field, message].join(': '));
    throw new Listing([`${name} is not valid YAML:`, ...said]);
  }
  try {
    return parseJson(written.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new Error(`${name} is not valid JSON`, { cause: error });
  }
}

/** Applies to text in double quotes, in which `lineWidth` alone would leave line feeds. */
const IN_ONE_LINE = { doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER };

/** A value as the lines of a YAML document that programs read as the same value. */
export async function yamlLines(value: unknown): Promise<string[]> {
  const { Document, visit } = await import('yaml');
  const document = new Document(value);
  visit(document, {
    Scalar(_, scalar) {
      // Only double quotes allow escapes. Line feeds need none, in a block.
      if (hasInvisible(String(scalar.value).replaceAll('\n', ''))) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return harmlessJson(document.toString(IN_ONE_LINE).trimEnd()).split('\n');
}
