/** A report on an exported file, in words for a person and as JSON for a program. */

import type { JsonObject, JsonValue } from '../canonical/canonical.ts';
import type { ExportReport } from './report.ts';
import { restoreSentence } from './restore.ts';

const VERDICTS = {
  sound: 'SOUND: every record in this file is unaltered and stands in its place.',
  unsound: 'NOT SOUND: this file must not be relied on.',
  unchecked:
    'NOT CHECKED: this does not mean that the file is sound. What you asked for could not be checked.',
};

const OTHER_KEY =
  'NOT CHECKED: this key cannot verify this file. None of the keys that you gave has signed it.';

/** The lines to print: first the verdict, then the file, its faults, and what all of this does not prove. */
export function wordsOf(report: ExportReport): string[] {
  const { manifest } = report;
  const facts = manifest === null ? [] : factsOf(report);
  const isOfOtherKey = report.verdict === 'unchecked' && !report.keysFit;
  const lines = [
    isOfOtherKey ? OTHER_KEY : VERDICTS[report.verdict],
    '',
    ...facts,
    ...faultsOf(report),
    ...limitsOf(report),
  ];
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function factsOf(report: ExportReport): string[] {
  const { manifest, period, trustedCheckpoint } = report;
  const rows: [title: string, ...lines: string[]][] = [
    ['File', `export ${manifest?.export_id} of chain ${manifest?.chain}`],
    [
      '',
      `(by its own account: tenant ${manifest?.tenant}, ${manifest?.environment}, made ${manifest?.created_at})`,
    ],
    ['Records', ...recordLines(report)],
    ['Period', period === null ? 'no records' : `${period.first} to ${period.last}`],
    ['Contents', ...contentLines(report)],
    ...(report.restores.length > 0 ? [['RESTORED', ...restoreLines(report)] as [string, ...string[]]] : []),
    ['Signed by', ...signatureLines(report)],
  ];
  if (trustedCheckpoint !== null) rows.push(['Kept checkpoint', trustedCheckpoint.message]);
  if (report.witnessed !== null) rows.push(['Seen by', ...witnessLines(report.witnessed)]);
  return [
    ...rows.flatMap(([title, ...lines]) => lines.map((line, at) => row(at === 0 ? title : '', line))),
    '',
  ];
}

function witnessLines({ required, seen }: NonNullable<ExportReport['witnessed']>): string[] {
  const lines = seen.map(({ witness, at, size }) => `${witness} at ${at}: the first ${size} artifacts`);
  const enough =
    seen.length >= required ? [] : [`${seen.length} of the ${required} witnesses that you require`];
  return [...lines, ...enough];
}

function row(title: string, line: string): string {
  return `${title.padEnd(17)}${line}`;
}

function recordLines({ artifacts, manifest, isWhole }: ExportReport): string[] {
  const size = manifest?.tree_size ?? 0;
  const counted = `${artifacts.total} of the ${size} that the chain had`;
  if (isWhole) return [`${counted}; the file claims to have all of them`];
  const { from_date, to_date, artifact_types } = manifest?.filter ?? {};
  const conditions = [
    from_date ? `from ${from_date}` : '',
    to_date ? `before ${to_date}` : '',
    artifact_types ? `of type ${artifact_types.join(', ')}` : '',
  ];
  return [counted, `chosen ${conditions.filter((condition) => condition !== '').join(', ')}`];
}

function contentLines({ artifacts, withheld, rewrittenPayloads }: ExportReport): string[] {
  const lines = [`${artifacts.verified} present and unaltered`];
  const reasons: [count: number, reason: string][] = [
    [withheld.redacted, 'redacted, as a record in this file states'],
    [withheld.pruned, 'removed when their retention ended, as a record in this file states'],
    [withheld.claimed, 'removed according to the file, which does not show the record that states it'],
    [withheld.unexplained, 'missing, and this file does not say why'],
  ];
  for (const [count, reason] of reasons) if (count > 0) lines.push(`${count} ${reason}`);
  if (rewrittenPayloads > 0) {
    lines.push(`(${rewrittenPayloads} checked by their value: a program has reformatted this file)`);
  }
  return lines;
}

function restoreLines({ restores }: ExportReport): string[] {
  const lines = restores.map((restore) =>
    restore.isShown
      ? restoreSentence(restore)
      : `According to the file, which does not show the record: ${restoreSentence(restore)}`,
  );
  return [...lines, 'No later file of this chain has the missing signed records.'];
}

function signatureLines({ checkpoint, keysFit, keyVouchedBy }: ExportReport): string[] {
  if (checkpoint === null) return ['no signature could be verified'];
  const lines = checkpoint.signedBy;
  switch (keyVouchedBy) {
    case 'given_key':
      return [...lines, 'This is a key that you gave: the file is from its holder.'];
    case 'kept_checkpoint':
      return [...lines, 'The same key signed the checkpoint that you kept.'];
    case 'nobody':
      return [
        ...lines,
        ...(keysFit ? [] : ['This is not one of the keys that you gave.']),
        'NOTHING VOUCHES FOR THIS KEY. It came with the file: the author of the file may have made the key.',
        'Give the key that you have from the service itself (--key), or a checkpoint that you kept.',
      ];
  }
}

function faultsOf({ problems, problemCount, ignoredMembers }: ExportReport): string[] {
  const lines = problems.map(({ problem, message }) => `- ${message} (${problem})`);
  if (problemCount > problems.length) lines.push(`- and ${problemCount - problems.length} more`);
  const faults = lines.length === 0 ? [] : ['What is wrong', ...lines, ''];
  if (ignoredMembers.length === 0) return faults;
  return [...faults, `Not checked, because this program does not know it: ${ignoredMembers.join(', ')}`, ''];
}

function limitsOf({ verdict, isWhole, checkpoint }: ExportReport): string[] {
  if (verdict !== 'sound') return [];
  return [
    'What this does not prove',
    '- that what was recorded is true, or that everything that happened was recorded',
    `- that nothing was recorded after record ${(checkpoint?.size ?? 0) - 1}, where this file ends`,
    ...(isWhole
      ? []
      : [
          '- that the selection is complete: a file of a selection can leave records out',
          '- that no older database was ever restored: only a file of the whole chain shows every record of that',
        ]),
    '- who the tenant is and when the file was made: only the file says so',
  ];
}

/** The report with its members in snake_case. */
export function reportJson(report: ExportReport): JsonObject {
  return inSnakeCase(report as unknown as JsonValue) as JsonObject;
}

function inSnakeCase(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [
    key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    inSnakeCase(member),
  ]);
  return Object.fromEntries(members) as JsonObject;
}
