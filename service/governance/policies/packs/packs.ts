/**
 * Ready packs: policies to copy and change, as data in `policy-packs/`. They are read when they are first asked for. A
 * copy is a draft like every policy, so a pack has no effect by itself.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../../../foundation/failure.ts';
import { type ReadPolicy, readPolicy } from '../documents/read.ts';

/** In the published bundle they are beside the program; in the sources, in the project's own folder. */
const BUNDLED = path.join(import.meta.dirname, 'policy-packs');
const FOLDER = existsSync(BUNDLED) ? BUNDLED : path.join(import.meta.dirname, '../../../../policy-packs');

export interface PolicyPack extends ReadPolicy {
  name: string;
  /** The comment at the top of its file: what it judges, and what agents can state for it. */
  about: string;
}

let packs: Promise<PolicyPack[]> | null = null;

/** Returns all packs, by name. */
export function policyPacks(): Promise<PolicyPack[]> {
  packs ??= load();
  return packs;
}

/** @throws {Failure} `not_found` */
export async function findPack(name: string): Promise<PolicyPack> {
  const found = (await policyPacks()).find((pack) => pack.name === name);
  if (found === undefined) throw new Failure('not_found', 'No policy pack has this name.');
  return found;
}

async function load(): Promise<PolicyPack[]> {
  const names = (await readdir(FOLDER)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(FOLDER, name, 'policy.yaml'), 'utf8');
      return { ...(await readPolicy(text)), name, about: aboutOf(text) };
    }),
  );
}

function aboutOf(text: string): string {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('#'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^# ?/, ''))
    .join('\n')
    .trim();
}
