/** Fills sinks in each state: as made, changed, paused and gone, with ranges that were sent and skipped. */
import { moveOn } from '@assize/service/siem/sent/index.ts';
import { askOk, type TestService } from '../http/in-process.ts';
import { newSink, SINKS } from '../siem/sinks.ts';
import { until } from '../until.ts';

const OPTIONS = { host: 'siem.invalid' };

export async function sinksOf({ service, app }: TestService): Promise<void> {
  const make = (name: string) => newSink(app, { kind: 'syslog', name, options: OPTIONS });
  await make('made');
  const paused = await make('paused');
  await askOk(app, 'a', `${SINKS}/${paused}/pause`, { body: {} });
  await sent({ service, app }, paused);
  await askOk(app, 'a', `${SINKS}/${await make('gone')}`, { method: 'DELETE' });
  const changed = await make('first');
  const body = { name: 'changed', options: { ...OPTIONS, format: 'cef' } };
  await askOk(app, 'a', `${SINKS}/${changed}`, { method: 'PATCH', body });
}

/** As the sending thread does. */
async function sent({ service: { db, clock } }: TestService, sinkId: string): Promise<void> {
  const { chain, position } = await db
    .selectFrom('sink_heads')
    .selectAll()
    .where('sink_id', '=', sinkId)
    .where('stream', '=', 'evidence')
    .executeTakeFirstOrThrow();
  const place = { chain, sinkId, stream: 'evidence' as const };
  const common = { messages: ['message'], own: 0, rendering: '{"version":1}', at: clock.now() };
  await db.transaction().execute(async (tx) => {
    await moveOn(tx, place, { ...common, kind: 'sent', first: position, end: position + 1 });
    await moveOn(tx, place, { ...common, kind: 'gap', first: position + 1, end: position + 3 });
  });
  await until(async () => {
    const ranges = await db.selectFrom('sink_ranges').selectAll().where('sink_id', '=', sinkId).execute();
    return ranges.every(({ evidence_id }) => evidence_id !== null);
  });
}
