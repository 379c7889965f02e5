/** `assize keys rotate-signing` and `assize evidence checkpoint`. */

import { writeFile } from 'node:fs/promises';
import { encodeBase64, formatHash } from '@assize/evidence-format';
import { type Command, InvalidArgumentError } from 'commander';
import { chainId } from '../../database/chain-id.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import { checkpointCovering, publishedKeys, type Rotation, rotateSigningKey } from '../../proof/log/index.ts';
import { type ChainOptions, onChain, withChain } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { isoOrDash, note, print, printJson } from '../terminal.ts';

const DEFAULT_OVERLAP_DAYS = 30;
const MAX_OVERLAP_DAYS = 365;

interface CheckpointOptions extends ChainOptions {
  out?: string;
}

export function rotateSigningCommand(keys: Command, withService: WithService): void {
  keys
    .command('rotate-signing')
    .description('create a new key for checkpoints; the earlier one signs beside it for a while')
    .option(
      '--overlap-days <days>',
      `how long, 0 to ${MAX_OVERLAP_DAYS}; 0 if someone else may have the earlier key`,
      parseOverlap,
      DEFAULT_OVERLAP_DAYS,
    )
    .option('--json', 'print JSON')
    .action(async ({ overlapDays, json }: { overlapDays: number; json?: boolean }) => {
      const rotation = await withService((service) =>
        rotateSigningKey(
          { ...service, folder: service.signing.folder, holder: service.ids.random('cli') },
          overlapDays * DAY_MS,
        ),
      );
      if (json) printJson(toJson(rotation));
      else print(sentencesOf(rotation));
    });
}

export function checkpointCommand(evidence: Command, withService: WithService): void {
  onChain(evidence.command('checkpoint'), 'whose chain')
    .description('print the newest signed checkpoint of a chain, to keep elsewhere')
    .option('--out <file>', 'write only the note to a file')
    .option('--json', 'print JSON')
    .action((options: CheckpointOptions) => showCheckpoint(withService, options));
}

async function showCheckpoint(withService: WithService, options: CheckpointOptions): Promise<void> {
  const { chain, checkpoint, keys } = await withChain(withService, options, async ({ db }, chain) => {
    const { size } = await db
      .selectFrom('chains')
      .select('size')
      .where('chain', '=', chain)
      .executeTakeFirstOrThrow();
    if (size === 0) throw new Error('There is no checkpoint: the chain has no evidence yet.');
    const checkpoint = await checkpointCovering(db, chain, size);
    return { chain, checkpoint, keys: await publishedKeys(db, chain) };
  });
  const { note: signed, size, root, signedAt } = checkpoint;
  if (options.out !== undefined) await writeFile(options.out, signed);
  if (options.json) {
    printJson({
      chain: chainId(chain),
      size,
      root_hash: formatHash(root),
      signed_at: isoOrDash(signedAt),
      checkpoint: signed,
      verifier_keys: keys.map(({ vkey }) => vkey),
    });
  } else if (options.out !== undefined) {
    print(`The checkpoint of ${size} artifacts is in ${options.out}.`, HOW_TO_KEEP);
  } else {
    // Prints only the note on standard output, so that it can be piped into a file unchanged.
    print(signed.trimEnd().split('\n'));
    note('', HOW_TO_KEEP);
  }
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

function parseOverlap(text: string): number {
  const days = /^\d+$/.test(text) ? Number(text) : -1;
  if (days < 0 || days > MAX_OVERLAP_DAYS)
    throw new InvalidArgumentError(`It must be 0 to ${MAX_OVERLAP_DAYS}.`);
  return days;
}
