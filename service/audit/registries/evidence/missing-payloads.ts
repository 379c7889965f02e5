/** The artifacts of a chain that have no payload. */
import { rangesOf, sizeOf } from '../../../evidence/index.ts';
import { Positions } from '../../comparing/positions.ts';
import { rowsOf } from '../../comparing/rows.ts';
import type { CheckContext, Tally } from '../../registry.ts';

const POSITIONS_AT_ONCE = 16_384;

/** Reports payloads without an artifact. A missing payload may be correct, so the caller judges it. */
export async function missingPayloads(tally: Tally, context: CheckContext): Promise<Positions> {
  const { db, chain, size } = context;
  const missing = new Positions(size);
  const payloads = (from: number, to: number) =>
    rowsOf(context, 'artifact_payloads')
      .clearSelect()
      .where('position', '>=', from)
      .where('position', '<', to);
  for await (const { from, to } of rangesOf(size, POSITIONS_AT_ONCE)) {
    const counted = payloads(from, to).select((each) => each.fn.countAll<number | string>().as('present'));
    if (Number((await counted.executeTakeFirstOrThrow()).present) === to - from) continue;
    const rows = await payloads(from, to).select('position').execute();
    const present = new Set(rows.map(({ position }) => position));
    for (let position = from; position < to; position += 1) {
      if (present.has(position)) continue;
      tally.checked();
      missing.add(position);
    }
  }
  const beyond = payloads(size, Number.MAX_SAFE_INTEGER).select('position').orderBy('position');
  const rows = await beyond.execute();
  const now = await sizeOf(db, chain);
  for (const row of rows) {
    if (row.position >= now) tally.compared('There is a payload beyond the end of the chain.', row);
  }
  return missing;
}
