/**
 * Replays a range of a chain under a draft, and counts which verdicts would change. No result carries over to the next
 * evaluation: each is judged as if only that one had changed.
 */

import { parseJson } from '@assize/evidence-format';
import type { EvidenceReader } from '../../database/evidence/stored-evidence.ts';
import { loadCompiler } from '../../governance/policies/compiled/index.ts';
import { loadActReaders } from '../facts/act-of-reading.ts';
import { VERDICTS, type Verdict } from '../laws/law.ts';
import type { EvaluationRecord } from '../record/record.ts';
import {
  DRAFT_VERSION,
  type Judged,
  judgeAgain,
  type RecordedVersions,
  type SettingsOf,
  settingsTried,
} from './judge-again.ts';
import { type BacktestQuestion, changeOf, type Found, nothingFound } from './question.ts';
import { readsAgain } from './tried-act.ts';

/** Artifacts read at once: a few megabytes. */
const RUN_POSITIONS = 1024;
const SALT_BYTES = 32;

interface Leaf {
  id: string;
  action: string;
  verdict: Verdict;
  created_at: number;
}

export type Replay = (start: number, end: number) => Promise<Found>;

export async function openReplay(
  reader: EvidenceReader,
  versions: RecordedVersions,
  question: BacktestQuestion,
): Promise<Replay> {
  const { chain, policy, from, to } = question;
  const { compilePolicy } = await loadCompiler();
  const draft = policy === null ? null : await compilePolicy(policy.name, DRAFT_VERSION, policy.document);
  const readAgain =
    question.act === null ? null : readsAgain(question.act, await loadActReaders(), versions.acts);
  const tried = settingsTried(question);
  const first = from ?? Number.NEGATIVE_INFINITY;
  const before = to ?? Number.POSITIVE_INFINITY;

  const evaluationsIn = async (start: number, end: number): Promise<Map<number, Leaf>> => {
    const leaves = new Map<number, Leaf>();
    for (const { position, artifact_type, id, action, verdict, created_at } of await reader.leaves(
      chain,
      start,
      end,
    )) {
      if (artifact_type !== 'governance_eval' || created_at < first || created_at >= before) continue;
      leaves.set(position, { id, action: action ?? '', verdict: verdict as Verdict, created_at });
    }
    return leaves;
  };

  return async (start, end) => {
    const found = nothingFound(question);
    for (let at = start; at < end; at += RUN_POSITIONS) {
      const until = Math.min(at + RUN_POSITIONS, end);
      const leaves = await evaluationsIn(at, until);
      if (leaves.size === 0) continue;
      const records = new Map<number, EvaluationRecord>();
      await reader.payloads(chain, at, until, (position, sealed) => {
        const record = sealed === null || !leaves.has(position) ? null : recordIn(sealed);
        if (record !== null) records.set(position, record);
      });
      // All at once, so that their look-ups share one read.
      const judging = [...leaves].map(async ([position, { created_at: at }]) => {
        const record = records.get(position);
        if (record === undefined) return [];
        const once = (settings: SettingsOf) =>
          judgeAgain(record, at, { draft, readAgain, settings }, versions, question);
        return Promise.all(tried.map(once));
      });
      const all = await Promise.all(judging);
      for (const [place, [position, leaf]] of [...leaves].entries()) {
        const [judged = null, ...byField] = all[place] ?? [];
        if (judged === null || !VERDICTS.includes(leaf.verdict)) {
          found.skipped += 1;
          continue;
        }
        note(found, judged);
        noteChange(found, position, leaf, judged, question);
        for (const [at, field] of found.fields.entries()) {
          const alone = byField[at] ?? null;
          if (alone !== null) noteChange(field, position, leaf, alone, question);
        }
      }
    }
    return found;
  };
}

function recordIn(sealed: Uint8Array): EvaluationRecord | null {
  const { buffer, byteOffset, byteLength } = sealed;
  try {
    const text = Buffer.from(buffer, byteOffset + SALT_BYTES, byteLength - SALT_BYTES).toString('utf8');
    // The stored text is canonical, and has no key twice.
    return parseJson(text) as unknown as EvaluationRecord;
  } catch {
    return null;
  }
}

function note(found: Found, judged: Judged): void {
  found.evaluations += 1;
  let erred = 0;
  for (const match of judged.tried) {
    const count = found.rules.find(({ rule }) => rule === match.rule);
    if (count === undefined) continue;
    if (match.erred) count.erred += 1;
    else count.matched += 1;
    if (match.erred) erred = 1;
  }
  found.erred += erred;
}

function noteChange(
  found: Pick<Found, 'changed'>,
  position: number,
  leaf: Leaf,
  judged: Judged,
  { examples }: BacktestQuestion,
): void {
  if (judged.verdict === leaf.verdict) return;
  const change = changeOf(found, leaf.verdict, judged.verdict);
  change.count += 1;
  if (examples === 0) return;
  if (change.examples.length === examples) change.examples.shift();
  change.examples.push({
    evidenceId: leaf.id,
    position,
    action: leaf.action,
    createdAt: leaf.created_at,
    rules: judged.matches.map((match) => `${match.policy}/${match.rule}`),
    laws: judged.laws,
  });
}
