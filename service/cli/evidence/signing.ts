/** `assize keys rotate-signing` and `assize evidence checkpoint`. */

import { writeFile } from 'node:fs/promises';
import { encodeBase64, formatHash } from '@assize/evidence-format';
import { chainId } from '../../database/chain-id.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import { checkpointCovering, publishedKeys, type Rotation, rotateSigningKey } from '../../proof/log/index.ts';
import { type ChainOptions, type JsonOption, type Run, type ServiceCommand, withChain } from '../command.ts';
import { wholeNumber } from '../options.ts';
import { isoOrDash } from '../terminal.ts';

const DEFAULT_OVERLAP_DAYS = 30;
const MAX_OVERLAP_DAYS = 365;

interface CheckpointOptions extends ChainOptions {
  out?: string;
}

export function rotateSigningCommand(keys: ServiceCommand): void {
  keys
    .command('rotate-signing')
    .description('create a new key for checkpoints; the earlier one signs beside it for a while')
    .option(
      '--overlap-days <days>',
      `how long, 0 to ${MAX_OVERLAP_DAYS}; 0 if someone else may have the earlier key`,
      wholeNumber(0, MAX_OVERLAP_DAYS, `It must be 0 to ${MAX_OVERLAP_DAYS}.`),
      DEFAULT_OVERLAP_DAYS,
    )
    .json()
    .run(
      ({ options, withService }: Run<JsonOption & { overlapDays: number }>) =>
        withService((service) => {
          const { folder } = service.signing;
          const deps = { ...service, folder, holder: service.ids.random('cli') };
          return rotateSigningKey(deps, options.overlapDays * DAY_MS);
        }),
      { json: toJson, lines: sentencesOf },
    );
}

export function checkpointCommand(evidence: ServiceCommand): void {
  evidence
    .command('checkpoint')
    .onChain('whose chain')
    .description('print the newest signed checkpoint of a chain, to keep elsewhere')
    .option('--out <file>', 'write only the note to a file')
    .json()
    .run(newestCheckpoint, {
      json: ({ chain, checkpoint: { note, size, root, signedAt }, keys }) => ({
        chain: chainId(chain),
        size,
        root_hash: formatHash(root),
        signed_at: isoOrDash(signedAt),
        checkpoint: note,
        verifier_keys: keys.map(({ vkey }) => vkey),
      }),
      // Prints only the note on standard output, so that it can be piped into a file unchanged.
      lines: ({ checkpoint: { note, size } }, { out }) =>
        out === undefined
          ? note.trimEnd().split('\n')
          : [`The checkpoint of ${size} artifacts is in ${out}.`, ...HOW_TO_KEEP],
      note: (_, { out, json }) => (out === undefined && !json ? ['', ...HOW_TO_KEEP] : []),
    });
}

async function newestCheckpoint({ options, withService }: Run<CheckpointOptions>) {
  const newest = await withChain(withService, options, async ({ db }, chain) => {
    const { size } = await db
      .selectFrom('chains')
      .select('size')
      .where('chain', '=', chain)
      .executeTakeFirstOrThrow();
    if (size === 0) throw new Error('There is no checkpoint: the chain has no evidence yet.');
    const checkpoint = await checkpointCovering(db, chain, size);
    return { chain, checkpoint, keys: await publishedKeys(db, chain) };
  });
  if (options.out !== undefined) await writeFile(options.out, newest.checkpoint.note);
  return newest;
}

const HOW_TO_KEEP = [
  "Keep it where the operator of this service can't change it: with another party, in storage that locks objects, in print.",
  'With it you can check at any time whether the first artifacts of the chain are still the same.',
];

function sentencesOf({ added, overlapping, earlierRows, chains }: Rotation): string[] {
  const sentences = [
    `The new key ${encodeBase64(added.publicKey)} signs from now on. ${chains} chains have it on record.`,
  ];
  for (const { publicKey, validUntil } of overlapping) {
    sentences.push(`${encodeBase64(publicKey)} signs beside it until ${isoOrDash(validUntil)}.`);
  }
  for (const { publicKey } of earlierRows) {
    sentences.push(
      `${encodeBase64(publicKey)} was not in the signing folder and is taken over from the database: compare it with a copy of your own.`,
    );
  }
  return [...sentences, 'Hand the new verifier keys (assize keys verifier) to those who verify.'];
}

function toJson({ added, overlapping, earlierRows, chains }: Rotation) {
  const shown = (key: Rotation['added']) => ({
    public_key: encodeBase64(key.publicKey),
    valid_from: isoOrDash(key.validFrom),
    valid_until: key.validUntil === null ? null : isoOrDash(key.validUntil),
  });
  return {
    added: shown(added),
    overlapping: overlapping.map(shown),
    taken_over: earlierRows.map(shown),
    chains,
  };
}
