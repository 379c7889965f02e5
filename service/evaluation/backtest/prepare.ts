/** Reads the policy, the settings, or both that a back-test tries, and prepares them for the replay. */

import { normalise } from '@assize/act-reading/targets';
import { faultsOfEntry, keptEntry, type WrittenEntry } from '@assize/act-reading/tools';
import type { Database } from '../../database/open.ts';
import { Failure } from '../../foundation/failure.ts';
import {
  documentOf,
  NAME_PATTERN,
  requireGoodRules,
  type WrittenPolicy,
} from '../../governance/policies/documents/index.ts';
import { findPolicy, findVersion, type PolicyDocument } from '../../governance/policies/index.ts';
import { type ChangedField, replayedChanges } from '../../governance/settings/fields/index.ts';
import { currentSettings, findVersion as findSettings } from '../../governance/settings/index.ts';
import {
  type ApprovalSettings,
  type Enforcement,
  type LawSettings,
  lawsOf,
  type SettingsDocument,
} from '../../governance/settings/terms/index.ts';
import type { TargetRecord } from '../../targets/index.ts';
import type { BacktestQuestion, TriedAct, TriedTarget } from './question.ts';

export interface BacktestWanted {
  policy?: PolicyWanted;
  /** The number of a version, 0 for the standard settings; by default the settings that held. */
  settings?: number | SettingsDocument;
  /** Whether to try each value alone too, where these settings differ from those in force. */
  byField?: boolean;
  /** The whole catalogue of tools to try. */
  tools?: WrittenEntry[];
  /** Records to try, in addition to the existing ones. */
  targets?: TargetRecord[];
  enforcement?: Enforcement;
  /** The period, ms since the epoch; `to` is the first moment after it. */
  from?: number;
  to?: number;
  examples?: number;
}

export interface PolicyWanted {
  /** The name of the policy that the draft replaces. */
  name: string;
  /** By default the newest, where there is no draft either. */
  version?: number;
  draft?: WrittenPolicy;
}

export interface PreparedBacktest {
  question: BacktestQuestion;
  /** The version of the policy; null for a draft, or where no policy is tried. */
  version: number | null;
}

export const MAX_EXAMPLES = 20;
const NAME = new RegExp(NAME_PATTERN);

export interface PrepareDeps {
  db: Database;
  approvalSettings: ApprovalSettings;
}

/** @throws {Failure} `not_found`; `invalid` with the field of the draft's faulty rule. */
export async function prepareBacktest(
  deps: PrepareDeps,
  { chain, environment }: { chain: number; environment: string },
  wanted: BacktestWanted,
): Promise<PreparedBacktest> {
  const { from = null, to = null, examples = MAX_EXAMPLES } = wanted;
  const tried = wanted.policy === undefined ? null : await policyOf(deps.db, chain, wanted.policy);
  const policy = tried === null ? null : { name: tried.name, document: tried.document };
  const settings = wanted.settings === undefined ? null : await lawsWanted(deps, chain, wanted.settings);
  const fields = settings === null || !wanted.byField ? [] : await changedFields(deps, chain, settings);
  return {
    question: { chain, environment, policy, settings, fields, act: triedAct(wanted), from, to, examples },
    version: tried?.version ?? null,
  };
}

/** @throws {Failure} `invalid` with all faults. */
function triedAct({ tools, targets = [], enforcement }: BacktestWanted): TriedAct | null {
  if (tools === undefined && targets.length === 0 && enforcement === undefined) return null;
  const faults = (tools ?? []).flatMap((entry, place) => faultsOfEntry(entry, ['tools', String(place)]));
  const known: TriedTarget[] = [];
  for (const [
    place,
    { kind, value, role = null, agent_id: agentId = null, effect = null },
  ] of targets.entries()) {
    const [read, ...others] = normalise(kind, value);
    if (read === undefined || 'unreadable' in read || others.length > 0) {
      const reason = read !== undefined && 'unreadable' in read ? read.unreadable : 'it names several';
      const field = ['targets', String(place), 'value'];
      faults.push({ field, message: `It can't be read: ${reason}`, type: 'value_error' });
    } else known.push({ kind: read.kind, value: read.value, role, agentId, effect });
  }
  if (faults.length > 0) throw Failure.invalid(faults);
  return {
    tools: tools?.map((entry) => keptEntry(entry).entry) ?? null,
    targets: known,
    enforcement: enforcement ?? null,
  };
}

async function lawsWanted(
  deps: PrepareDeps,
  chain: number,
  settings: number | SettingsDocument,
): Promise<LawSettings> {
  if (typeof settings !== 'number') return lawsOf(settings);
  return lawsOf((await findSettings(deps, chain, settings)).document);
}

async function changedFields(
  deps: PrepareDeps,
  chain: number,
  settings: LawSettings,
): Promise<ChangedField[]> {
  return replayedChanges((await currentSettings(deps, chain)).document, settings);
}

interface Tried {
  name: string;
  document: PolicyDocument;
  version: number | null;
}

async function policyOf(db: Database, chain: number, { name, version, draft }: PolicyWanted): Promise<Tried> {
  if (draft !== undefined) {
    if (version !== undefined) throw invalid(['version'], 'Give a version or a draft, not both');
    if (!NAME.test(name)) throw invalid(['name'], `Input should match the pattern ${NAME_PATTERN}`);
    await requireGoodRules(draft, chain, ['policy']);
    return { name, document: documentOf(draft), version: null };
  }
  const { latestVersion } = await findPolicy(db, chain, name);
  return findVersion(db, chain, name, version ?? latestVersion);
}

function invalid(field: string[], message: string): Failure {
  return Failure.invalid([{ field, message, type: 'value_error' }]);
}
