/**
 * The verifier that an operator hands out: one file, identified by its hash, which needs neither the service nor a
 * registry. Documents name its address, since their readers have no other file of ours.
 */
import { existsSync, readFileSync } from 'node:fs';
import { sha256Hex } from '@assize/evidence-format';

export const VERIFIER_NAME = 'assize-verify.mjs';
const FILE = new URL('../../evidence-format/assize-verify.mjs', import.meta.url);
const SUM = new URL('../../evidence-format/assize-verify.mjs.sha256', import.meta.url);

export interface VerifierFile {
  bytes: Uint8Array;
  /** 64 hex digits. */
  sha256: string;
}

let read: VerifierFile | null = null;

/** @throws where it was not built: a checkout with `npm ci --omit=dev` has nothing to build it with. */
export function verifierFile(): VerifierFile {
  if (read === null) {
    if (!existsSync(FILE)) {
      throw new Error(
        `${VERIFIER_NAME} is not in this checkout: run \`npm ci\` without --omit=dev, or take it from a release.`,
      );
    }
    const bytes = readFileSync(FILE);
    read = { bytes, sha256: sha256Hex(bytes) };
  }
  return read;
}

/** Documents state the hash even where the file was not built. */
function sha256(): string {
  return existsSync(FILE) ? verifierFile().sha256 : readFileSync(SUM, 'utf8').slice(0, 64);
}

/** A step for a reader: where to get the verifier, and the lines of a command. @param words the words after the file. */
export function verifierStep(words: readonly string[], file = 'export.json'): string {
  return [
    `The program for it is one file, ${VERIFIER_NAME}, and needs Node 20.12 or later and no access to the service. The ` +
      'operator of the service hands it out, and so does the release of Assize, which also states its SHA-256. No ' +
      'package registry has it, so run nothing by its name from there. Its SHA-256 is the second line here:',
    `sha256sum ${VERIFIER_NAME}`,
    sha256(),
    `node ${VERIFIER_NAME} ${file} ${words.join(' \\\n')}`,
  ].join('\n');
}
