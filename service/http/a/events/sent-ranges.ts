/** Surface A: what sinks were sent, and the proof of it. */
import type { Cursors } from '../../../database/signed-cursor.ts';
import { Failure } from '../../../foundation/failure.ts';
import {
  listRanges,
  skippedRecords,
  statedRanges,
  type VerifiedRange,
  verifyRange,
  wasSent,
} from '../../../siem/sent/index.ts';
import { findSink } from '../../../siem/sinks/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf, READ } from '../../callers/access.ts';
import type { Noun } from '../../services.ts';
import { ListedRanges, RangesQuery, rangeParams, ShownRange, sinkParams } from './sink-schemas.ts';

const route = routesOf('a', 'Sinks');

const RANGES = route('listSentRanges', 'List what a sink was sent in one stream, with hashes, newest first', {
  params: sinkParams,
  querystring: RangesQuery,
  200: ListedRanges,
});
const RANGE = route('verifySentRange', 'Write the messages of a range again, and compare their hash', {
  params: rangeParams,
  200: ShownRange,
});

export const sentRangesA: Noun<Cursors> = (app, { db, fillRandom }) => {
  app.get('/sinks/:sink_id/sent', { config: READ, schema: RANGES }, async (request) => {
    const { chain } = principalOf(request);
    const { sink_id: sinkId } = request.params;
    const { stream = 'evidence', limit = 100, cursor } = request.query;
    if (!(await wasSent(db, chain, sinkId))) await findSink(db, chain, sinkId);
    const place = { chain, sinkId, stream };
    const page = await listRanges({ db, fillRandom }, place, { limit, cursor });
    const skipped = await skippedRecords(db, chain, sinkId);
    return { items: page.items.map(toRange), next_cursor: page.nextCursor, skipped };
  });

  app.get('/sinks/:sink_id/sent/:stream/:number', { config: READ, schema: RANGE }, async (request) => {
    const { chain } = principalOf(request);
    const { sink_id: sinkId, stream, number } = request.params;
    const ranges = await statedRanges(db, chain, sinkId);
    const range = ranges.find((one) => one.stream === stream && one.number === number);
    if (range === undefined) throw new Failure('not_found', 'There is no such range.');
    const { result, removed, ...verified } = await verifyRange(db, chain, sinkId, range);
    return { ...toRange(verified), result, removed };
  });
};

function toRange(range: Omit<VerifiedRange, 'result' | 'removed'>) {
  const { stream, number, kind, first, behind_last, messages, bytes, hash, evidenceId } = range;
  return {
    ...{ stream, number, kind, first, last: behind_last - 1, messages, bytes },
    hash: `sha256:${Buffer.from(hash).toString('hex')}`,
    evidence_id: evidenceId,
  };
}
