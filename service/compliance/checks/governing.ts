/** Checks of how the tenant governs: rules, thresholds, budgets, halts, and whether every change of them is on record. */
import { type Check, idsOf, MOST_EVIDENCE_IDS } from '../check.ts';
import { countOf, found, unjudged } from './wording.ts';

export const policiesActive: Check = {
  title: 'Policies are in force',
  rule: "Met where at least one of the tenant's own policies is active.",
  async judge({ standing }) {
    const active = standing.policies?.members.length ?? 0;
    const counts = { active_policies: active };
    if (active === 0) return found('not_met', 'No policy is active.', counts);
    return found('met', `${active === 1 ? '1 policy is' : `${active} policies are`} active.`, counts);
  },
};

export const catalogueKept: Check = {
  title: 'The risk of actions is catalogued',
  rule: "Met where the tenant's action catalogue has at least one entry.",
  async judge({ standing }) {
    const entries = standing.settings.laws.settings.catalogue.length;
    const counts = { catalogue_entries: entries };
    if (entries === 0) {
      return found('not_met', 'The catalogue is empty: an action is as grave as its caller says.', counts);
    }
    const told = `The catalogue sets the least risk of actions in ${entries === 1 ? '1 entry' : `${entries} entries`}.`;
    return found('met', told, counts);
  },
};

export const thresholdsSet: Check = {
  title: 'Thresholds are set on purpose',
  rule: 'Met where the tenant has activated settings of its own; in part where the standard ones hold.',
  async judge({ standing }) {
    const { version } = standing.settings;
    const counts = { settings_version: version };
    if (version === 0) return found('partial', 'The standard settings hold; nobody has set others.', counts);
    return found('met', `Version ${version} of the tenant's own settings is in force.`, counts);
  },
};

export const claimsVerified: Check = {
  title: "Agents' claims are verified",
  rule: 'Met where attestation is verified: approvals are proven, trust never above the ledger, softened claims caught.',
  async judge({ standing }) {
    const { attestation } = standing.settings.laws.settings;
    return attestation === 'verified'
      ? found('met', 'Attestation is verified: claims count as far as they are proven.')
      : found('not_met', 'Attestation is accepted: what callers claim of themselves counts as stated.');
  },
};

export const budgetsSet: Check = {
  title: 'Spending has limits',
  rule: 'Met where at least one budget is in force.',
  async judge({ standing }) {
    const budgets = standing.budgets.length;
    const counts = { budgets };
    if (budgets === 0) return found('not_met', 'No budget is in force.', counts);
    return found('met', `${countOf(budgets, 'budget')} in force.`, counts);
  },
};

export const haltReady: Check = {
  title: 'Somebody can halt every agent',
  rule: 'Met where an active key can halt agents (scope keys:manage) and is no key that evaluates; in part where only keys that evaluate can.',
  async judge({ keys }) {
    const able = keys.filter(({ scopes }) => scopes.includes('keys:manage'));
    const apart = able.filter(({ scopes }) => !scopes.includes('governance:evaluate'));
    const counts = { keys_that_can_halt: able.length, of_them_apart: apart.length };
    if (able.length === 0) return found('not_met', 'No active key can halt an agent.', counts);
    if (apart.length > 0)
      return found('met', `${countOf(apart.length, 'key')} kept apart can halt any agent.`, counts);
    return found(
      'partial',
      'Only keys that also evaluate can halt agents: an agent may hold the brake.',
      counts,
    );
  },
};

export const haltsExercised: Check = {
  title: 'Halting was exercised',
  rule: 'Met where agents were halted in the period, by a drill or in earnest, each halt on record.',
  occasional: true,
  async judge({ evidence }) {
    const [halts, lifts] = [
      await evidence.count({ artifactType: 'governance_change', action: 'halt.create' }),
      await evidence.count({ artifactType: 'governance_change', action: 'halt.lift' }),
    ];
    const counts = { halts, lifts };
    if (halts === 0) return unjudged('No agent was halted in the period, and no drill is on record.', counts);
    const newest = await evidence.newest(
      { artifactType: 'governance_change', action: 'halt.create' },
      MOST_EVIDENCE_IDS,
    );
    return found(
      'met',
      `${countOf(halts, 'halt')} and ${countOf(lifts, 'lift')} on record.`,
      counts,
      idsOf(newest),
    );
  },
};

export const changesRecorded: Check = {
  title: 'Changes of governance are on record',
  rule: 'Met where what is in force now names the record of its activation, and that record is in the chain.',
  evenUngoverned: true,
  async judge(chain) {
    const { named, missing } = await chain.activations();
    const changes = await chain.evidence.count({ artifactType: 'governance_change' });
    const counts = { changes_in_period: changes, in_force: named.length, without_record: missing };
    if (missing > 0) {
      return found('not_met', `${countOf(missing, 'rule')} in force without a record of who set it.`, counts);
    }
    if (named.length === 0 && changes === 0) {
      return unjudged('Nothing was changed, and nothing is in force that was set.', counts);
    }
    const newest = await chain.evidence.newest({ artifactType: 'governance_change' }, MOST_EVIDENCE_IDS);
    const told = `${countOf(changes, 'change')} in the period on record, and every rule in force names its own.`;
    return found('met', told, counts, idsOf(newest));
  },
};
