/** Traces an entry on its way to the disk: how long it waited, and how many entries shared its commit. */
import type { Span } from '../../telemetry/traced.ts';

export interface Recording {
  span: Span;
  /** By the monotonic clock, ms. */
  waitsSince: number;
}

/** @param batch only a few of its entries are traced. @param sentAt as `waitsSince`. */
export function endRecordings(
  batch: readonly { traced: Recording | undefined }[],
  sentAt: number,
  hasFailed: boolean,
): void {
  for (const { traced } of batch) {
    traced?.span.set({
      'assize.commit.entries': batch.length,
      'assize.commit.waited_ms': sentAt - traced.waitsSince,
    });
    traced?.span.end(hasFailed ? 'unavailable' : undefined);
  }
}
