/** `assize tools review`: one proposal after another, one key each. */
import { emitKeypressEvents } from 'node:readline';
import { nameOf } from '@assize/act-reading/act';
import type { Command } from 'commander';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { MAX_AT_ONCE, type Review, reviewTools } from '../../tools/change/index.ts';
import { announced, entryOfRecord, formerEntry, type ToolRecord, toolFields } from '../../tools/index.ts';
import type { Service } from '../../wiring.ts';
import { type ChainOptions, onChain, withChain } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { print, printJson } from '../terminal.ts';
import { allTools } from './all-tools.ts';
import { noteNotice } from './lines.ts';
import { reviewEach, type Waiting } from './review-each.ts';

export function reviewCommand(tools: Command, withService: WithService): void {
  onChain(tools.command('review'), 'whose tools')
    .description('decide on proposals: a accept, r reject, e set the effect, s skip, q quit')
    .option('--accept-all', 'accept all proposals without looking at them')
    .option('--json', 'print the proposals, or with --accept-all the accepted entries, as JSON')
    .action(async (options: ChainOptions & { acceptAll?: true }) => {
      await withChain(withService, options, async (service, chain) => {
        const waiting = await waitingOf(service, chain);
        if (options.acceptAll) await acceptAll(service, chain, waiting, options);
        else if (options.json) printJson(waiting.map(({ record }) => toolFields(record)));
        else if (waiting.length === 0) print('Nothing to review.');
        else await review(service, chain, waiting);
      });
    });
}

async function waitingOf(service: Service, chain: number): Promise<Waiting[]> {
  const proposed = byName(await allTools(service, chain, { state: 'proposed' }));
  const changed = byName(await allTools(service, chain, { state: 'changed' }));
  const waiting: Waiting[] = [];
  for (const record of changed)
    waiting.push({ record, before: await formerEntry(service.db, chain, record) });
  return [...waiting, ...proposed.map((record) => ({ record, before: null }))];
}

/** Tools of one server stand together. */
function byName(records: readonly ToolRecord[]): ToolRecord[] {
  const named = records.map((record) => ({ record, name: nameOf(entryOfRecord(record)) }));
  return named.sort((one, other) => (one.name < other.name ? -1 : 1)).map(({ record }) => record);
}

async function acceptAll(
  service: Service,
  chain: number,
  waiting: readonly Waiting[],
  { json }: ChainOptions,
): Promise<void> {
  const accepted = await announced(service.db, chain, async () => {
    const done: ToolRecord[] = [];
    for (let start = 0; start < waiting.length; start += MAX_AT_ONCE) {
      const some = waiting.slice(start, start + MAX_AT_ONCE);
      const accept = some.map(({ record }) => ({ toolId: record.tool_id, hash: record.hash }));
      done.push(...(await reviewTools(service, { chain, actor: OPERATOR }, { accept, reject: [] })));
    }
    return done;
  });
  if (json) printJson(accepted.done.map(toolFields));
  else print(`${accepted.done.length} accepted.`);
  noteNotice(accepted);
}

async function review(service: Service, chain: number, waiting: readonly Waiting[]): Promise<void> {
  if (!process.stdin.isTTY) {
    throw new Error(
      'A review needs a terminal. Without one, list the proposals with --json, and decide with POST /api/v1/tools/review; or accept them all with --accept-all.',
    );
  }
  const record = async (decided: Review) => {
    await reviewTools(service, { chain, actor: OPERATOR }, decided);
  };
  const { keys, end } = keysOf(process.stdin);
  try {
    const reviewed = await announced(service.db, chain, () => reviewEach(waiting, { keys, print, record }));
    const { accepted, rejected, left } = reviewed.done;
    print('', `${accepted} accepted, ${rejected} rejected, ${left} left for later.`);
    noteNotice(reviewed);
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
