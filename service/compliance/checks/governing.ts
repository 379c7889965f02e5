/** Checks of how the tenant governs: rules, thresholds, budgets, halts, and whether every change of them is on record. */
import type { HeldDocument } from '../chain-in-period.ts';
import { type Check, idsOf, newestIds } from '../check.ts';
import { countsOf } from '../spans.ts';
import { lifetimeOf } from './access.ts';
import { throughout } from './throughout.ts';
import { ALL_THE_TIME, countOf, found, unjudged } from './wording.ts';

export const GOVERNING_CHECKS = {
  policies_active: {
    title: 'Policies are in force',
    rule: `Met where at least one of the tenant's own policies was active ${ALL_THE_TIME}.`,
    async assess(chain) {
      const spans = await chain.policies();
      const wording = { met: 'At least one policy was active', never: 'No policy was active' };
      const counts = { active_policies_at_end: spans.at(-1)?.value?.members.length ?? 0 };
      return throughout(spans, ({ members }) => (members.length > 0 ? 'met' : 'not_met'), wording, counts);
    },
  },

  catalogue_kept: {
    title: 'The risk of actions is catalogued',
    rule: `Met where the tenant's action catalogue had at least one entry ${ALL_THE_TIME}.`,
    async assess(chain) {
      const spans = await chain.settings();
      const wording = {
        met: 'The catalogue set the least risk of some actions',
        never: 'An action was as grave as its caller said, since nothing was in the catalogue',
      };
      const counts = { catalogue_entries_at_end: spans.at(-1)?.value?.document.catalogue.length ?? 0 };
      const judge = ({ document }: HeldDocument) => (document.catalogue.length > 0 ? 'met' : 'not_met');
      return throughout(spans, judge, wording, counts);
    },
  },

  thresholds_set: {
    title: 'Thresholds are set on purpose',
    rule: `Met where the tenant's own settings were in force ${ALL_THE_TIME}; in part where the standard ones were.`,
    async assess(chain) {
      const spans = await chain.settings();
      const wording = {
        met: "The tenant's own settings held",
        never: 'None but the standard settings held',
      };
      const counts = { settings_version_at_end: spans.at(-1)?.value?.version ?? 0 };
      return throughout(spans, ({ version }) => (version > 0 ? 'met' : 'partial'), wording, counts);
    },
  },

  claims_verified: {
    title: "Agents' claims are verified",
    rule: `Met where attestation was verified ${ALL_THE_TIME}: approvals proven, trust never above the ledger, softened claims caught.`,
    async assess(chain) {
      const wording = {
        met: 'Attestation was verified, so that claims counted as far as they were proven,',
        never: 'What callers claimed of themselves was proven by nothing, since attestation was not verified',
      };
      const judge = ({ document }: HeldDocument) => (document.attestation === 'verified' ? 'met' : 'not_met');
      return throughout(await chain.settings(), judge, wording);
    },
  },

  budgets_set: {
    title: 'Spending has limits',
    rule: `Met where at least one budget was in force ${ALL_THE_TIME}.`,
    async assess(chain) {
      const spans = await chain.budgets();
      const wording = { met: 'At least one budget was in force', never: 'No budget was in force' };
      const counts = { budgets_at_end: spans.at(-1)?.value ?? 0 };
      return throughout(spans, (budgets) => (budgets > 0 ? 'met' : 'not_met'), wording, counts);
    },
  },

  halt_ready: {
    title: 'Every agent can be halted',
    rule: `Met where an active key could halt agents (scope keys:manage) and could not evaluate, ${ALL_THE_TIME}; in part where only keys that evaluate could.`,
    async assess({ keys, governed, keyRecords }) {
      const able = keys.filter(({ scopes }) => scopes.includes('keys:manage'));
      const apart = able.filter(({ scopes }) => !scopes.includes('governance:evaluate'));
      const counts = { keys_that_can_halt: able.length, of_them_apart: apart.length };
      const anyApart = countsOf(apart.map(lifetimeOf), governed);
      const kept = throughout(anyApart, (some) => (some > 0 ? 'met' : 'not_met'), APART, counts);
      const anyAble = countsOf(able.map(lifetimeOf), governed);
      const had = throughout(anyAble, (some) => (some > 0 ? 'partial' : 'not_met'), ABLE, counts);
      return { ...(kept.result === 'not_met' ? had : kept), evidenceIds: idsOf(await keyRecords()) };
    },
  },

  halts_exercised: {
    title: 'Halting was exercised',
    rule: 'Met where agents were halted in the period, in a drill or in earnest, with each halt on record.',
    occasional: true,
    async assess({ evidence }) {
      const halting = { artifactType: 'governance_change', action: 'halt.create' };
      const halts = await evidence.count(halting);
      const lifts = await evidence.count({ artifactType: 'governance_change', action: 'halt.lift' });
      const counts = { halts, lifts };
      if (halts === 0)
        return unjudged('No agent was halted in the period, and no drill is on record.', counts);
      const finding = `${countOf(halts, 'halt')} and ${countOf(lifts, 'lift')} on record.`;
      return found('met', finding, counts, await newestIds(evidence, halting));
    },
  },

  changes_recorded: {
    title: 'Changes of governance are on record',
    rule: 'Met where everything in force now names the record of its activation, and that record is in the chain.',
    evenUngoverned: true,
    async assess(chain) {
      const { named, missing } = await chain.activations();
      const kind = { artifactType: 'governance_change' };
      const changes = await chain.evidence.count(kind);
      const counts = { changes_in_period: changes, in_force: named.length, without_record: missing };
      if (missing > 0) {
        return found(
          'not_met',
          `${countOf(missing, 'rule')} in force without a record of who set it.`,
          counts,
        );
      }
      if (named.length === 0 && changes === 0) {
        return unjudged('Nothing was changed, and nothing is in force that was set.', counts);
      }
      const finding = `${countOf(changes, 'change')} in the period on record, and every rule in force names its own.`;
      return found('met', finding, counts, await newestIds(chain.evidence, kind));
    },
  },
} as const satisfies Record<string, Check>;

const APART = {
  met: 'A key kept apart could halt any agent',
  never: 'No key kept apart could halt an agent',
};
const ABLE = {
  met: '',
  never: 'No active key could halt an agent',
  partly: 'None but keys that also evaluate, by which an agent may hold the brake, could halt agents',
};
