/** Sends a sink one message that says it is a test. It is of no record, so it is not among what the sink was sent. */
import { chainId } from '../../database/chain-id.ts';
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { openGuardedSockets, openSender } from '../../webhooks/sending/index.ts';
import { messageOf } from '../messages/index.ts';
import {
  type CommonOptions,
  openedSink,
  type SinkDeps,
  type SinkKind,
  type SinkRow,
} from '../sinks/index.ts';
import { namesOf, renderingOf } from './shipper.ts';
import { transmit } from './transport.ts';

const TIMEOUT_MS = 20_000;

export interface TestedSink {
  works: boolean;
  /** For a person. */
  message: string;
}

interface TestDeps extends SinkDeps {
  db: Database;
  clock: Clock;
  config: SinkDeps['config'] & { baseUrl: string };
}

/** @throws {Failure} `unavailable` where its secrets can't be read here. */
export async function testSink(deps: TestDeps, row: SinkRow): Promise<TestedSink> {
  const { db, clock, config } = deps;
  const { allowNetworks } = config.webhooks;
  const { options, secrets } = openedSink(deps, row);
  const { tenant, environment } = await namesOf(db, row.chain);
  const place = { tenant, environment, chain: chainId(row.chain), host: new URL(config.baseUrl).hostname };
  const message = messageOf(
    testFact(row, clock.now()),
    renderingOf(options as unknown as CommonOptions, place),
  );
  const sink = { sinkId: row.sink_id, kind: row.kind as SinkKind, environment, options, secrets };
  const sockets = await openGuardedSockets(allowNetworks);
  const sender = await openSender({ allowNetworks, clock });
  try {
    const through = { sender, sockets, filesDir: config.siemFilesDir };
    const error = await transmit(through, sink, [message], AbortSignal.timeout(TIMEOUT_MS));
    return { works: error === null, message: error ?? 'The receiver took a test message.' };
  } finally {
    sockets.close();
    await sender.close();
  }
}

function testFact({ sink_id }: SinkRow, at: number) {
  const values = { sink_id, message: 'This is a test.' };
  const nothing = { action: null, verdict: null, actor: null, hash: null };
  return {
    id: `${sink_id}/test`,
    position: 0,
    type: 'sink.test',
    at,
    ...nothing,
    summary: { values, reasons: [] },
  };
}
