/** The final report on an exported file. */

import type { OpenCheckpoint } from '../notes/checkpoint.ts';
import type { VerifierKey } from '../notes/note-key.ts';
import { formatHash } from '../platform/sha256.ts';
import type { ArtifactChecker } from './artifacts.ts';
import { type ExportEnd, type ExportManifest, isFiltered } from './format.ts';
import type { ExportReport, ExportVerdict, ProblemList, TrustedComparison } from './report.ts';
import { mayHaveLost, restoreSentence } from './restore.ts';
import { compareTrees, haveSignerInCommon, type KeptCheckpoint, witnessesOf } from './signature.ts';
import type { ExportTree } from './tree.ts';

/** The collected findings; null for a part that was not reached or is invalid. */
export interface Findings {
  isExport: boolean;
  /** Whether it was read to its end. */
  isWholeFile: boolean;
  problems: ProblemList;
  manifest: ExportManifest | null;
  end: ExportEnd | null;
  artifacts: ArtifactChecker | null;
  /** See the report. */
  keysFit: boolean;
  opened: OpenCheckpoint | null;
  kept: KeptCheckpoint | null;
  /** Null unless it matches the root. */
  tree: ExportTree | null;
  options: {
    verifierKeys?: readonly VerifierKey[];
    trustedCheckpoint?: string;
    witnesses?: readonly VerifierKey[];
    witnessesRequired?: number;
  };
  ignored: string[];
  bytes: number;
}

export function conclude(findings: Findings): ExportReport {
  const { problems, manifest, artifacts, opened, isWholeFile } = findings;
  if (isWholeFile && manifest !== null && artifacts !== null) finishCounting(findings, manifest, artifacts);
  const withheld = explainWithheld(findings);
  const trustedCheckpoint = compareWithKept(findings);
  const witnessed = witnessesOf(findings, trustedCheckpoint);
  const keyVouchedBy = whoVouches(findings);
  return {
    verdict: verdictOf(findings, trustedCheckpoint, witnessed),
    problems: problems.first,
    problemCount: problems.count,
    manifest,
    checkpoint: opened && {
      origin: opened.checkpoint.origin,
      size: opened.checkpoint.size,
      root: formatHash(opened.checkpoint.root),
      signedBy: opened.verified.map(({ name, keyId }) => `${name}+${keyId.toString(16).padStart(8, '0')}`),
    },
    keysFit: findings.keysFit,
    keyVouchedBy,
    trusted: keyVouchedBy !== 'nobody',
    trustedCheckpoint,
    witnessed,
    artifacts: {
      total: artifacts?.total ?? 0,
      verified: artifacts?.verified ?? 0,
      withheld: artifacts?.withheld.count ?? 0,
      faulty: artifacts?.faulty ?? 0,
    },
    withheld,
    restores: restoresOf(findings),
    isWhole: manifest !== null && !isFiltered(manifest.filter),
    period: artifacts?.first && artifacts.last ? { first: artifacts.first, last: artifacts.last } : null,
    rewrittenPayloads: artifacts?.rewrittenPayloads ?? 0,
    ignoredMembers: findings.ignored,
    bytes: findings.bytes,
  };
}

function finishCounting(
  { end, problems }: Findings,
  manifest: ExportManifest,
  artifacts: ArtifactChecker,
): void {
  artifacts.finish();
  const counts: [who: string, claimed: number | undefined, counted: number][] = [
    ['The manifest claims', manifest.artifact_count, artifacts.total],
    ['The end of the file claims', end?.artifact_count, artifacts.total],
    [
      'Of artifacts without payload, the end of the file claims',
      end?.withheld_count,
      artifacts.withheld.count,
    ],
  ];
  for (const [who, claimed, counted] of counts) {
    if (claimed !== counted)
      problems.add(null, 'wrong_count', `${who} ${claimed}, but there are ${counted}.`);
  }
}

/** In a file with a filter, the artifact that states a removal may have been filtered out, so that is not a fault. */
function explainWithheld({ artifacts, manifest, problems, isWholeFile }: Findings) {
  const none = { redacted: 0, pruned: 0, claimed: 0, unexplained: 0 };
  if (artifacts === null || manifest === null) return none;
  const { firstUnexplained, ...counts } = artifacts.withheld.explain(manifest.removals);
  if (firstUnexplained !== null && isWholeFile && !isFiltered(manifest.filter)) {
    const message = `Payloads of ${counts.unexplained} artifacts are missing, from artifact ${firstUnexplained} on, and nothing states that they were removed.`;
    problems.add(firstUnexplained, 'unexplained_removal', message);
  }
  return counts;
}

/** The restores that the file shows, and others that only its manifest claims, which nothing vouches for. */
function restoresOf({ artifacts, manifest }: Findings): ExportReport['restores'] {
  const shown = artifacts?.restores ?? [];
  const claimed = (manifest?.restores ?? []).filter(({ id }) => !shown.some((restore) => restore.id === id));
  return [
    ...shown.map((restore) => ({ ...restore, isShown: true })),
    ...claimed.map((restore) => ({ ...restore, isShown: false })),
  ].sort((one, other) => one.index - other.index);
}

/** A checkpoint from before a restore may not match, and the message should tell the reader why. */
function compareWithKept(findings: Findings): TrustedComparison | null {
  const compared = compare(findings);
  if (compared === null || compared.size === null || compared.outcome === 'consistent') return compared;
  const { size, message } = compared;
  const reasons = restoresOf(findings).filter((restore) => mayHaveLost(restore, size));
  return { ...compared, message: [message, ...reasons.map(restoreSentence)].join(' ') };
}

function compare({ options, kept, tree, problems }: Findings): TrustedComparison | null {
  if (options.trustedCheckpoint === undefined) return null;
  if (kept?.verdict) return kept.verdict;
  if (kept !== null && tree !== null) return compareTrees(kept, tree, problems);
  return { outcome: 'not_comparable', size: kept?.checkpoint?.size ?? null, message: NOTHING_TO_COMPARE };
}

const NOTHING_TO_COMPARE = 'The file has no sound tree to compare with the checkpoint that you kept.';

function whoVouches({ options, keysFit, opened, kept }: Findings): ExportReport['keyVouchedBy'] {
  if (opened === null) return 'nobody';
  if (keysFit && (options.verifierKeys ?? []).length > 0) return 'given_key';
  return haveSignerInCommon(opened, kept?.opened ?? null) ? 'kept_checkpoint' : 'nobody';
}

function verdictOf(
  { isExport, isWholeFile, problems, keysFit }: Findings,
  compared: TrustedComparison | null,
  witnessed: ExportReport['witnessed'],
): ExportVerdict {
  if (!isExport) return 'unchecked';
  if (problems.count > 0 || !isWholeFile) return 'unsound';
  const isChecked =
    keysFit &&
    (compared === null || compared.outcome === 'consistent') &&
    (witnessed === null || witnessed.seen.length >= witnessed.required);
  return isChecked ? 'sound' : 'unchecked';
}
