/** The state before a tampering, and steps that several of them share. */

import type { SignedCheckpoint } from '@assize/service/proof/log/checkpoints.ts';
import { chainOf, keyOf, publish, type StoredChain } from '../../support/databases/stored-chain.ts';

/** One full tile, and some records after it. */
export const SIZE = 300;
export const CHAIN = 77;
export const OTHER_CHAIN = 78;
export const KEY = keyOf(CHAIN, 'the key of this installation');

export interface World {
  chain: StoredChain;
  other: StoredChain;
  /** The last signed checkpoint in the signing folder. */
  kept: SignedCheckpoint | null;
  /** A checkpoint that a reader has kept. */
  outside: string | null;
}

export interface Tampering {
  promise: string;
  tamper(world: World): void;
  index: number | null;
  problem: string;
}

export type Row = StoredChain['artifacts'][number];
export const OTHER_HASH = Buffer.alloc(32, 7);

export const at = (chain: StoredChain, position: number): Row => chain.artifacts[position] as Row;
export const edit = (position: number, change: Partial<Row>) => (world: World) => {
  Object.assign(at(world.chain, position), change);
};
export const shortened = (chain: StoredChain, size: number): void => {
  chain.artifacts = chain.artifacts.slice(0, size);
  chain.head = { size, hash: at(chain, size - 1).hash };
};
/** The records from this position on, each moved by this many places. */
export const moved = (rows: Row[], by: number): Row[] =>
  rows.map((row) => ({ ...row, position: row.position + by }));

/** The chain at an earlier size, in its state at that time. */
export const backup = (size: number): StoredChain => publish(chainOf(CHAIN, size), KEY);
