/** Reads this workspace's tables and lists, which are YAML files beside the code. No other file here reads files. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/**
 * The service's build replaces this module by the data itself, so that a start parses no YAML.
 * @param file relative to this folder, such as `./places.yaml`.
 */
export function readData(file: string): unknown {
  return parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
}
