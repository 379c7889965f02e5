/**
 * Tamperings with the whole history, its tiles and its checkpoint by an attacker who can write to the database and, if
 * stated, to the signing folder.
 */

import type { SignedCheckpoint } from '@assize/service/proof/log/checkpoints.ts';
import { chainOf, keyOf, publish, type StoredChain } from '../../support/databases/stored-chain.ts';
import { backup, CHAIN, KEY, OTHER_CHAIN, OTHER_HASH, SIZE, type Tampering, type World } from './world.ts';

const ANOTHER_KEY = keyOf(CHAIN, 'a key of the tamperer');
const rewritten = (size = SIZE): StoredChain => chainOf(CHAIN, size, 'email.read');

export const ON_THE_HISTORY: Tampering[] = [
  {
    promise: 'who-writes-everything-anew-and-leaves-the-checkpoint',
    tamper(world) {
      world.chain = { ...publish(rewritten(), KEY), checkpoint: world.chain.checkpoint };
    },
    index: null,
    problem: 'history_rewritten',
  },
  {
    promise: 'who-writes-everything-anew-and-signs-with-another-key',
    tamper(world) {
      world.chain = publish(rewritten(), ANOTHER_KEY);
    },
    index: null,
    problem: 'altered_checkpoint',
  },
  {
    promise: 'who-writes-everything-anew-with-the-key',
    tamper(world) {
      world.chain = publish(rewritten(SIZE + 10), KEY);
    },
    index: null,
    problem: 'history_rewritten',
  },
  {
    promise: 'who-writes-everything-anew-with-the-key-and-the-folder',
    tamper(world) {
      world.outside = world.kept?.note ?? null;
      world.chain = publish(rewritten(), KEY);
      world.kept = world.chain.checkpoint;
    },
    index: null,
    problem: 'history_rewritten',
  },
  {
    promise: 'who-makes-everything-shorter-with-the-key-and-the-folder',
    tamper(world) {
      world.outside = world.kept?.note ?? null;
      world.chain = backup(SIZE - 10);
      world.kept = world.chain.checkpoint;
    },
    index: null,
    problem: 'shorter_than_trusted',
  },
  {
    promise: 'who-puts-an-older-backup-back',
    tamper: (world) => {
      world.chain = backup(200);
    },
    index: null,
    problem: 'shorter_than_signed',
  },
];

const firstTile = (world: World, level: number) =>
  world.chain.tiles.find((tile) => tile.level === level) ?? { hashes: OTHER_HASH };
const flipped = (hashes: Uint8Array) =>
  hashes.with(40 % hashes.length, (hashes[40 % hashes.length] ?? 0) ^ 1);

export const ON_THE_LOG: Tampering[] = [
  ...[0, 1].flatMap((level) => [
    {
      promise: `who-alters-a-tile-of-level-${level}`,
      tamper(world: World) {
        const tile = firstTile(world, level);
        tile.hashes = flipped(tile.hashes);
      },
      index: 0,
      problem: 'altered_tile',
    },
    {
      promise: `who-takes-a-tile-of-level-${level}`,
      tamper({ chain }: World) {
        chain.tiles = chain.tiles.filter((tile) => tile.level !== level);
      },
      index: 0,
      problem: 'missing_tile',
    },
  ]),
  ...Object.entries<(signed: SignedCheckpoint) => Partial<SignedCheckpoint>>({
    'the-size-of-the-checkpoint': ({ size }) => ({ size: size - 1 }),
    'the-root-of-the-checkpoint': () => ({ root: OTHER_HASH }),
    'the-note-of-the-checkpoint': ({ note }) => ({ note: note.replace(`\n${SIZE}\n`, `\n${SIZE - 1}\n`) }),
    'the-signature-of-the-checkpoint': ({ note }) => ({ note: note.replace(/....=?\n$/, 'AAAA\n') }),
    'the-origin-of-the-checkpoint': () => ({
      note: publish(chainOf(OTHER_CHAIN, SIZE), keyOf(OTHER_CHAIN, 'x')).checkpoint?.note ?? '',
    }),
  }).map(([what, change]) => ({
    promise: `who-alters-${what}`,
    tamper({ chain }: World) {
      if (chain.checkpoint !== null) chain.checkpoint = { ...chain.checkpoint, ...change(chain.checkpoint) };
    },
    index: null,
    problem: 'altered_checkpoint',
  })),
];
