/** What a search asks for, and of which stretch of a chain. */

export const EARLIEST = Number.MIN_SAFE_INTEGER;
export const LATEST = Number.MAX_SAFE_INTEGER;

export interface ArtifactFilter {
  artifactType?: string;
  action?: string;
  verdict?: string;
  /** ms since the epoch, inclusive. */
  from?: number;
  /** ms since the epoch, exclusive. */
  to?: number;
}

/** A chain as it was at one moment: what is appended later is not seen. */
export interface View {
  chain: number;
  /** The position behind the last. */
  end: number;
  /** Blocks that have a summary. */
  blocks: number;
}
