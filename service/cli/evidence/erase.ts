/** `assize evidence erase` and `erasures`: remove all records that name one person, and list such removals. */
import { text as textOf } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { OPERATOR } from '../../evidence/changes/index.ts';
import {
  certificateOf,
  type ErasureRow,
  eraseSubject,
  erasureFields,
  findErasure,
  listErasures,
  MAX_SUBJECT,
  searchFields,
  searchSubject,
} from '../../proof/erasure/index.ts';
import type { Service } from '../../wiring.ts';
import { type ChainOptions, onChain, textUpTo, withChain } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { isoOrDash, print, printJson, table } from '../terminal.ts';

const AT_ONCE = 1000;
const MAX_REASON = 1000;

interface EraseOptions extends ChainOptions {
  subject: string;
  reason?: string;
  preview?: true;
  exceptHeld?: true;
}

export function eraseCommands(evidence: Command, withService: WithService): void {
  onChain(evidence.command('erase'), 'whose evidence')
    .description('remove every record that names a person, and certify it')
    .addOption(
      new Option('--subject <value>', 'the value that stands for them; - reads it from standard input')
        .argParser(textUpTo(MAX_SUBJECT))
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--reason <text>', 'the reason, which is never removed').argParser(textUpTo(MAX_REASON)),
    )
    .option('--preview', 'only show what would be removed')
    .option('--except-held', 'leave records under legal holds, instead of ending with an error')
    .option('--json', 'print JSON')
    .action((options: EraseOptions) => erase(withService, options));

  onChain(evidence.command('erasures'), 'whose evidence')
    .argument('[erasure_id]', 'only this one, with its certificate')
    .description('list erasures, newest first')
    .option('--json', 'print JSON')
    .action((erasureId: string | undefined, options: ChainOptions) =>
      erasureId === undefined ? list(withService, options) : showOne(withService, erasureId, options),
    );
}

async function erase(withService: WithService, options: EraseOptions): Promise<void> {
  const { reason, preview, exceptHeld = false, json } = options;
  const subject = options.subject === '-' ? (await textOf(process.stdin)).trim() : options.subject;
  if (preview) {
    const search = await withChain(withService, options, (service, chain) =>
      searchSubject(service, chain, subject),
    );
    if (json) return printJson(searchFields(search));
    return print(sentencesOf(searchFields(search)));
  }
  if (reason === undefined) throw new Error('Pass the reason with --reason, or look first with --preview.');
  await withChain(withService, options, async (service, chain) => {
    const row = await eraseSubject(service, { chain, party: OPERATOR }, { subject, reason, exceptHeld });
    await show(service, row, options);
  });
}

function sentencesOf(seen: ReturnType<typeof searchFields>): string[] {
  const { records, held, kept, in_leaf, searched } = seen;
  const heldRecords = held.reduce((sum, each) => sum + each.records, 0);
  return [
    `${records} records would be redacted.`,
    ...(heldRecords === 0
      ? []
      : [`${heldRecords} more are kept by ${held.map(({ hold_id }) => hold_id).join(', ')}.`]),
    ...(kept === 0 ? [] : [`${kept} records of removals, holds and erasures name the value, and stay.`]),
    ...(in_leaf === 0 ? [] : [`${in_leaf} of them name it as action or actor, which stays.`]),
    ...(searched.complete
      ? []
      : [
          `Only ${searched.records} of ${searched.of} records were searched: the others are still being indexed.`,
        ]),
  ];
}

async function list(withService: WithService, options: ChainOptions): Promise<void> {
  const rows = await withChain(withService, options, async (service, chain) => {
    const all: ErasureRow[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listErasures(service, chain, AT_ONCE, cursor);
      all.push(...page.items);
      cursor = page.nextCursor;
    }
    return all.map(erasureFields);
  });
  if (options.json) return printJson(rows);
  const lines = rows.map((row) => [
    row.erasure_id,
    row.begun_at,
    row.begun_by,
    row.status,
    String(row.records),
  ]);
  print(table(['id', 'begun', 'by', 'status', 'records'], lines));
}

async function showOne(withService: WithService, erasureId: string, options: ChainOptions): Promise<void> {
  await withChain(withService, options, async (service, chain) =>
    show(service, await findErasure(service.db, chain, erasureId), options),
  );
}

async function show(service: Service, row: ErasureRow, { json }: ChainOptions): Promise<void> {
  const fields = erasureFields(row);
  if (json) return printJson({ ...fields, certificate: await certificateOf(service.db, row) });
  const state =
    row.certified_at === null
      ? 'They are being removed.'
      : `Certified ${isoOrDash(row.certified_at)} by ${row.certificate_evidence_id}.`;
  print(`${fields.erasure_id}  ${fields.records} records. ${state}`);
}
