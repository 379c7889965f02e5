/** `assize tools review`: one proposal after another, one key each. */
import { emitKeypressEvents } from 'node:readline';
import { nameOf } from '@assize/act-reading/act';
import { allPages } from '../../database/signed-cursor.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { MAX_AT_ONCE, type Review, reviewTools } from '../../tools/change/index.ts';
import {
  type Announced,
  announced,
  entryOfRecord,
  formerEntry,
  listTools,
  type ToolRecord,
  type ToolState,
  toolFields,
} from '../../tools/index.ts';
import type { Service } from '../../wiring.ts';
import type { ChainRun, ServiceCommand } from '../command.ts';
import { print } from '../terminal.ts';
import { linesOfNotice } from './lines.ts';
import { reviewEach, type Waiting } from './review-each.ts';

interface ReviewOptions {
  acceptAll?: true;
}

/** The proposals where they were only looked at, or what was decided on them. */
type Reviewed = Announced<{ records: readonly ToolRecord[]; said: string[] }>;

export function reviewCommand(tools: ServiceCommand): void {
  tools
    .command('review')
    .onChain('whose tools')
    .description('decide on proposals: a accept, r reject, e set the effect, s skip, q quit')
    .option('--accept-all', 'accept all proposals without looking at them')
    .json('print the proposals, or with --accept-all the accepted entries, as JSON')
    .runOnChain(review, {
      json: ({ done }) => done.records.map(toolFields),
      lines: ({ done }) => done.said,
      note: ({ notice }) => linesOfNotice(notice),
    });
}

async function review({ service, chain, options }: ChainRun<ReviewOptions>): Promise<Reviewed> {
  const waiting = await waitingOf(service, chain);
  const record = (decided: Review) => reviewTools(service, { chain, actor: OPERATOR }, decided);
  if (options.acceptAll) return announced(service.db, chain, () => acceptAll(waiting, record));
  if (options.json || waiting.length === 0) {
    const records = waiting.map(({ record }) => record);
    return { done: { records, said: ['Nothing to review.'] }, notice: null };
  }
  return announced(service.db, chain, () => reviewAtTerminal(waiting, record));
}

async function waitingOf(service: Service, chain: number): Promise<Waiting[]> {
  const inState = async (state: ToolState) =>
    byName(await allPages((limit, cursor) => listTools(service, chain, { state }, limit, cursor)));
  const proposed = await inState('proposed');
  const waiting: Waiting[] = [];
  for (const record of await inState('changed'))
    waiting.push({ record, before: await formerEntry(service.db, chain, record) });
  return [...waiting, ...proposed.map((record) => ({ record, before: null }))];
}

/** Tools of one server stand together. */
function byName(records: readonly ToolRecord[]): ToolRecord[] {
  const named = records.map((record) => ({ record, name: nameOf(entryOfRecord(record)) }));
  return named.sort((one, other) => (one.name < other.name ? -1 : 1)).map(({ record }) => record);
}

type RecordReview = (decided: Review) => Promise<ToolRecord[]>;

async function acceptAll(waiting: readonly Waiting[], record: RecordReview) {
  const records: ToolRecord[] = [];
  for (let start = 0; start < waiting.length; start += MAX_AT_ONCE) {
    const some = waiting.slice(start, start + MAX_AT_ONCE);
    const accept = some.map(({ record }) => ({ toolId: record.tool_id, hash: record.hash }));
    records.push(...(await record({ accept, reject: [] })));
  }
  return { records, said: [`${records.length} accepted.`] };
}

async function reviewAtTerminal(waiting: readonly Waiting[], record: RecordReview) {
  if (!process.stdin.isTTY) {
    throw new Error(
      'A review needs a terminal. Without one, list the proposals with --json, and decide with POST /api/v1/tools/review; or accept them all with --accept-all.',
    );
  }
  const { keys, end } = keysOf(process.stdin);
  try {
    const { accepted, rejected, left } = await reviewEach(waiting, { keys, print, record });
    return { records: [], said: ['', `${accepted} accepted, ${rejected} rejected, ${left} left for later.`] };
  } finally {
    end();
  }
}

/** Yields the keys that a person presses from now on. Ctrl-C quits, like `q`. */
function keysOf(input: NodeJS.ReadStream): { keys: AsyncGenerator<string, void>; end: () => void } {
  const pressed: string[] = [];
  let wake: () => void = () => undefined;
  const take = (text: string | undefined, { ctrl = false, name }: { ctrl?: boolean; name?: string }) => {
    pressed.push(ctrl ? 'q' : (text ?? name ?? ''));
    wake();
  };
  emitKeypressEvents(input);
  // Before anything is printed, so that no key is echoed.
  input.setRawMode(true);
  input.on('keypress', take).resume();
  async function* each(): AsyncGenerator<string, void> {
    for (;;) {
      const key = pressed.shift();
      if (key !== undefined) yield key;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
  const end = () => {
    input.off('keypress', take).pause();
    input.setRawMode(false);
  };
  return { keys: each(), end };
}
