/** The size and SHA-256 of a file, read piece by piece. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { BackedUpFile } from './manifest.ts';

export async function fileFacts(file: string): Promise<BackedUpFile> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece);
  const { size } = await stat(file);
  return { name: path.basename(file), bytes: size, sha256: hash.digest('hex') };
}
