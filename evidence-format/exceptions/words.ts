/** The result of verifying a report of exceptions, as lines for a terminal and as JSON. */
import type { JsonObject } from '../canonical/canonical.ts';
import type { ReportVerification } from './verify-report.ts';

const VERDICTS = {
  sound: 'SOUND: this is the report that was recorded, and what it names is in the signed log.',
  unsound: 'NOT SOUND',
  unchecked: 'NOT CHECKED: the keys that you gave have not signed both checkpoints of this file.',
};

export function wordsOfExceptions(result: ReportVerification): string[] {
  const { verdict, problems, problemCount, report } = result;
  const more = problemCount - problems.length;
  const faults = [...problems.map((problem) => `- ${problem}`), ...(more > 0 ? [`- and ${more} more`] : [])];
  return [
    VERDICTS[verdict],
    '',
    ...(faults.length === 0 ? [] : ['What is wrong', ...faults, '']),
    ...(report === null ? [] : aboutLines(result, report)),
  ];
}

function aboutLines(result: ReportVerification, report: NonNullable<ReportVerification['report']>): string[] {
  const { checkpoint, keyVouchedBy, recordsProven, positionsDrawn, signOffs, recordedAs, verdict } = result;
  const { period, chain, exceptions, population, sample } = report;
  const all = exceptions.reduce((sum, { count }) => sum + count, 0);
  const signatures = signOffs.map(
    ({ name, memberId, control, signedAt }) =>
      `  ${name} (${memberId}) signed ${control ?? 'the report'} on ${signedAt}`,
  );
  return [
    `Report       ${recordedAs ?? 'unknown'} of ${chain}`,
    `Period       ${period.from} to ${period.to}, exclusive`,
    `Population   ${population.count} records, from index ${population.first ?? '–'} to ${population.last ?? '–'}`,
    `Exceptions   ${all}`,
    `Records      ${recordsProven} proven to be in the signed tree`,
    `Checkpoint   ${checkpoint === null ? 'none' : `${checkpoint.size} records, signed by ${checkpoint.signedBy.join(', ')}`}`,
    `Sample       ${sample.drawn.length} of ${sample.population_size} (${sample.population}), seed ${sample.seed}`,
    `Sign-offs    ${signOffs.length}`,
    ...signatures,
    '',
    ...(checkpoint !== null && keyVouchedBy === 'nobody'
      ? ["NOTHING VOUCHES FOR THIS KEY. It came with the file: give the service's own with --key.", '']
      : []),
    ...(verdict === 'unsound' ? [] : limitsOf(positionsDrawn)),
  ];
}

function limitsOf(positionsDrawn: boolean): string[] {
  return [
    'What this does not prove',
    '- that the report lists every exception: for that, verify an export of the period and count again',
    ...(positionsDrawn
      ? []
      : ['- which record has which number in the population: an export of the period shows that']),
    '- that what was recorded is true, or that everything that happened was recorded',
    '- that a passkey is that of the person named: the service says so',
    '- that no one else signed: a file has the sign-offs up to its download',
    '- that everyone is shown the same log: verify an export with a checkpoint that you have kept, or with witnesses',
  ];
}

export function exceptionsJson(result: ReportVerification): JsonObject {
  const { report, ...rest } = result;
  return {
    verdict: rest.verdict,
    problems: rest.problems,
    problem_count: rest.problemCount,
    recorded_as: rest.recordedAs,
    chain: report?.chain ?? null,
    keys_fit: rest.keysFit,
    key_vouched_by: rest.keyVouchedBy,
    checkpoint: rest.checkpoint && {
      origin: rest.checkpoint.origin,
      size: rest.checkpoint.size,
      signed_by: rest.checkpoint.signedBy,
    },
    records_proven: rest.recordsProven,
    positions_drawn: rest.positionsDrawn,
    sign_offs: rest.signOffs.map(({ name, memberId, control, signedAt, statement, evidenceId }) => ({
      name,
      member_id: memberId,
      control,
      signed_at: signedAt,
      statement,
      evidence_id: evidenceId,
    })),
  };
}
