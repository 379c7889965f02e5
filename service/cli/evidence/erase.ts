/** `assize evidence erase` and `erasures`: remove all records that name one person, and list such removals. */
import { text as textOf } from 'node:stream/consumers';
import { allPages } from '../../database/signed-cursor.ts';
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
import { type ChainOptions, type ChainRun, type Run, type ServiceCommand, withChain } from '../command.ts';
import { textUpTo } from '../options.ts';
import { table } from '../terminal.ts';

const MAX_REASON = 1000;

interface EraseOptions extends ChainOptions {
  subject: string;
  reason?: string;
  preview?: true;
  exceptHeld?: true;
}

export function eraseCommands(evidence: ServiceCommand): void {
  evidence
    .command('erase')
    .onChain('whose evidence')
    .description('remove every record that names a person, and certify it')
    .requiredOption(
      '--subject <value>',
      'the value that stands for them; - reads it from standard input',
      textUpTo(MAX_SUBJECT),
    )
    .option('--reason <text>', 'the reason, which is never removed', textUpTo(MAX_REASON))
    .option('--preview', 'only show what would be removed')
    .option('--except-held', 'leave records under legal holds, instead of ending with an error')
    .json()
    .run(erase, {
      lines: (done) => ('searched' in done ? sentencesOf(done) : sentenceOf(done)),
    });

  evidence
    .command('erasures')
    .onChain('whose evidence')
    .argument('[erasure_id]', 'only this one, with its certificate')
    .description('list erasures, newest first')
    .json()
    .runOnChain(erasures, {
      lines: (found) =>
        Array.isArray(found)
          ? table(found, {
              id: 'erasure_id',
              begun: 'begun_at',
              by: 'begun_by',
              status: 'status',
              records: 'records',
            })
          : sentenceOf(found),
    });
}

async function erase({ options, withService }: Run<EraseOptions>) {
  const { reason, preview, exceptHeld = false } = options;
  const subject = options.subject === '-' ? (await textOf(process.stdin)).trim() : options.subject;
  if (!preview && reason === undefined) {
    throw new Error('Pass the reason with --reason, or look first with --preview.');
  }
  return withChain(withService, options, async (service, chain) => {
    if (preview || reason === undefined) return searchFields(await searchSubject(service, chain, subject));
    const wanted = { subject, reason, exceptHeld };
    return certified(service, await eraseSubject(service, { chain, party: OPERATOR }, wanted));
  });
}

async function erasures({ service, chain }: ChainRun, erasureId?: string) {
  if (erasureId !== undefined) return certified(service, await findErasure(service.db, chain, erasureId));
  const all = await allPages((limit, cursor) => listErasures(service, chain, limit, cursor));
  return all.map(erasureFields);
}

async function certified({ db }: Service, row: ErasureRow) {
  return { ...erasureFields(row), certificate: await certificateOf(db, row) };
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

function sentenceOf(erasure: Awaited<ReturnType<typeof certified>>): string {
  const state =
    erasure.certified_at === null
      ? 'They are being removed.'
      : `Certified ${erasure.certified_at} by ${erasure.certificate_evidence_id}.`;
  return `${erasure.erasure_id}  ${erasure.records} records. ${state}`;
}
