/** An entry that was taken out of the index of words would hide a record from a search, and from an erasure. */
import { checkIndex } from '../../../proof/word-index/index.ts';
import type { Check } from '../../registry.ts';

export const searchWords: Check = async (tally, { db, chain }) => {
  for await (const { position, fault } of checkIndex(db, chain)) tally.compared(fault, { position });
};
