/** The evidence of a chain in a period, as of one moment. Counts use summaries, so they cost the same at any length. */
import type { Database } from '../../database/open.ts';
import { type Artifact, artifactsAt } from '../reading/read.ts';
import type { ArtifactFilter } from './filter.ts';
import { Matching, pinnedView, viewOf } from './matching.ts';

export interface Period {
  /** ms since the epoch, inclusive. */
  from: number;
  /** ms since the epoch, exclusive. */
  to: number;
}

export type EvidenceKind = Omit<ArtifactFilter, 'from' | 'to'>;

export type EvidenceInPeriod = Awaited<ReturnType<typeof evidenceInPeriod>>;

/** @param size leaves out this position and later ones; by default nothing. */
export async function evidenceInPeriod(db: Database, chain: number, period: Period, size?: number) {
  const view = size === undefined ? await viewOf(db, chain) : await pinnedView(db, chain, size);
  const matching = (kind: EvidenceKind) => new Matching(db, view, { ...kind, ...period });
  return {
    /** The number of artifacts in the chain at that moment. */
    size: view.end,
    count: (kind: EvidenceKind) => matching(kind).count(),
    /** Newest first, at most `most`. */
    async newest(kind: EvidenceKind, most: number): Promise<Artifact[]> {
      return artifactsAt(db, chain, await matching(kind).newest(0, most));
    },
    /** The positions, newest first, after the newest `skip`; at most `most`. */
    positions: (kind: EvidenceKind, skip: number, most: number) => matching(kind).newest(skip, most),
    async oldest(kind: EvidenceKind): Promise<Artifact | null> {
      const count = await matching(kind).count();
      if (count === 0) return null;
      const positions = await matching(kind).newest(count - 1, 1);
      return (await artifactsAt(db, chain, positions))[0] ?? null;
    },
  };
}
