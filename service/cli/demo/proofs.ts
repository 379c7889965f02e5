/** Two exports of the demo: one as it was signed, and one in which someone changed a single digit afterwards. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { createExport, openDownload } from '../../proof/export/index.ts';
import type { Service } from '../../wiring.ts';
import { STRANGERS_AMOUNT } from './life/stranger.ts';

const NO_FILTER = { from: null, to: null, artifactTypes: null };

export interface Proofs {
  honest: string;
  broken: string;
}

/** @param folder is made if it is missing; files of an earlier demo in it are replaced. */
export async function writeProofs(service: Service, chain: number, folder: string): Promise<Proofs> {
  const definition = await createExport(service, chain, {
    format: 'json',
    filter: NO_FILTER,
    createdBy: OPERATOR,
  });
  const { content, ended } = await openDownload(service, definition, OPERATOR);
  const honest = await buffer(content);
  await ended(true);
  const files = { honest: path.resolve(folder, 'honest.json'), broken: path.resolve(folder, 'broken.json') };
  await mkdir(folder, { recursive: true });
  await writeFile(files.honest, honest);
  await writeFile(files.broken, withOneByteChanged(await readFile(files.honest)));
  return files;
}

/** The amount that the stranger asked for, with another first digit. */
function withOneByteChanged(honest: Buffer): Buffer {
  const broken = Buffer.from(honest);
  const place = broken.indexOf(`:${STRANGERS_AMOUNT}`);
  if (place < 0) throw new Error('the payment that the stranger asked for is not in the export');
  broken[place + 1] = '9'.charCodeAt(0);
  return broken;
}
