/** The tables and lists of this workspace, which are YAML files beside the code. No other file of it reads files. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/**
 * The build of the service puts the data itself in the place of this module, so that it parses no YAML when it starts.
 * @param file from this folder: `./places.yaml`.
 */
export function readData(file: string): unknown {
  return parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
}
