/** Reads a document that a person named: JSON, or YAML if its name says so. */
import { stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseJson } from '@assize/evidence-format';
import { readYaml } from '../governance/policies/documents/index.ts';
import { readNamed } from './explain.ts';
import { Listing } from './terminal.ts';

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
