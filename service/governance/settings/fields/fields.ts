/**
 * Every setting in words: the theme it belongs to, what it means, and what each of its values does. The API's schema and
 * the form of the dashboard are made from this list; the ranges are in the schema.
 */

export interface Theme {
  title: string;
  /** One sentence. */
  meaning: string;
}

export const THEMES = {
  claims: {
    title: 'Whose word counts',
    meaning: 'An agent states its own risk, trust and approvals. You decide how much of that counts.',
  },
  acts: {
    title: 'Tools and targets',
    meaning: 'What happens to a call whose tool or target you do not know.',
  },
  agents: { title: 'Agents', meaning: 'Which agents may act, and how they prove who they are.' },
  mandates: {
    title: 'Mandates and plans',
    meaning: 'A mandate says what one task may do; a plan lists its tools in advance.',
  },
  sessions: {
    title: 'What was read before',
    meaning: 'A session remembers what the results of earlier calls brought in.',
  },
  trust: { title: 'Trust', meaning: 'How much trust an agent must have earned to act alone.' },
  confidence: { title: 'Confidence', meaning: 'How sure of itself an agent must be to act alone.' },
  money: { title: 'Money', meaning: 'How much of a budget an action may use before a person is asked.' },
  actions: {
    title: 'Your actions',
    meaning: "The least risk that each action has, regardless of a caller's claims.",
  },
  approvals: { title: 'Approvals', meaning: 'How many people approve, for how long, and who may not.' },
  messages: { title: 'Messages', meaning: 'What leaves the service in a message about an approval.' },
} as const satisfies Record<string, Theme>;

export type ThemeId = keyof typeof THEMES;

export interface SettingsField {
  theme: ThemeId;
  title: string;
  /** One sentence, without its full stop. */
  meaning: string;
  /** The effect of each value, where it is one of a few. */
  choices?: Readonly<Record<string, string>>;
  unit?: string;
  /** The law that reads it, where it is one law. */
  law?: string;
  /** False where the past can't show what it would have changed: no recorded verdict was judged by it. */
  isReplayed?: boolean;
}

const ANSWERS = { proceed: 'let it proceed', escalate: 'ask a person', block: 'block it' };

/** By path, in the order of the form. Routes have a page of their own. */
export const SETTINGS_FIELDS = {
  attestation: {
    theme: 'claims',
    title: 'Attestation',
    meaning: 'How much of what a caller states about itself counts',
    choices: { accepted: 'claims count as stated', verified: 'only what the service can prove counts' },
  },
  'trust.claim_tolerance': {
    theme: 'claims',
    title: 'Tolerance of a claimed trust',
    meaning: "How far a claim may exceed the ledger's score in verified mode",
    unit: 'points',
    law: 'monotonic_truth',
  },
  enforcement: {
    theme: 'acts',
    title: 'Enforcement',
    meaning: 'Whether verdicts by tools, targets and mandates apply, or are only recorded',
    choices: {
      when_reviewed: 'observe until you have accepted the first tool',
      observe: 'only record them',
      enforce: 'apply them',
    },
  },
  'tools.unlisted': {
    theme: 'acts',
    title: 'Unlisted tools',
    meaning: 'The answer to an action that no accepted tool matches',
    choices: ANSWERS,
  },
  'targets.unknown': {
    theme: 'acts',
    title: 'Unknown targets',
    meaning: 'The answer to a target that is not known',
    choices: ANSWERS,
  },
  'targets.memory_days': {
    theme: 'acts',
    title: 'Memory of approved targets',
    meaning: 'How long an approval makes its targets known',
    unit: 'days',
    isReplayed: false,
  },
  'agents.unregistered': {
    theme: 'agents',
    title: 'Unregistered agents',
    meaning: 'The answer to an agent that is not registered',
    choices: ANSWERS,
  },
  'agents.require_identity': {
    theme: 'agents',
    title: 'Proof of identity',
    meaning: 'Whether an agent that only the request names is blocked',
  },
  'mandates.required': {
    theme: 'mandates',
    title: 'Mandate required',
    meaning: 'Whether agents must name a mandate in verified mode',
  },
  'mandates.forgotten_reads': {
    theme: 'mandates',
    title: 'Reads that a plan forgot',
    meaning:
      'The answer to a tool that the plan does not contain, and that only reads, unless its entry says that it returns secrets',
    choices: { proceed: ANSWERS.proceed, escalate: ANSWERS.escalate },
  },
  'sessions.origins': {
    theme: 'sessions',
    title: 'Origins',
    meaning: "Whether it counts that a target came from a stranger's text",
    choices: { judge: 'it counts', observe: 'it is only recorded' },
  },
  'sessions.lifetime_hours': {
    theme: 'sessions',
    title: 'Lifetime of a session',
    meaning: 'How long a session lives after its first result',
    unit: 'hours',
    isReplayed: false,
  },
  'trust.required': {
    theme: 'trust',
    title: 'Trust required',
    meaning: 'The trust that an agent needs to act alone, by risk',
    unit: 'points',
    law: 'bounded_autonomy',
  },
  'trust.irreversible_margin': {
    theme: 'trust',
    title: 'More for what is irreversible',
    meaning: 'How much more trust an irreversible action requires',
    unit: 'points',
    law: 'bounded_autonomy',
  },
  'trust.fail_share': {
    theme: 'trust',
    title: 'Too little to ask',
    meaning: 'The share of the required trust below which the action is blocked',
    law: 'bounded_autonomy',
  },
  'confidence.floor': {
    theme: 'confidence',
    title: 'Least confidence',
    meaning: 'The minimum confidence of an agent, by risk',
    law: 'evidence_gravity',
  },
  'budget.warn_share': {
    theme: 'money',
    title: 'Share that one cost may use',
    meaning: 'The share of the remainder above which a cost needs a human',
    law: 'budget_conservation',
  },
  'budget.irreversible_step_share': {
    theme: 'money',
    title: 'Share for what is irreversible',
    meaning: 'The share of the remainder that one irreversible step may cost',
    law: 'least_action_path',
  },
  catalogue: {
    theme: 'actions',
    title: 'Catalogue of actions',
    meaning: "The minimum risk of your actions, regardless of a caller's claims",
  },
  'approvals.required': {
    theme: 'approvals',
    title: 'People who must approve',
    meaning: 'How many parties must approve, by risk',
    unit: 'people',
    isReplayed: false,
  },
  'approvals.lifetime_hours': {
    theme: 'approvals',
    title: 'Lifetime of an approval',
    meaning: 'How long after it was asked for an approval may be given and used',
    unit: 'hours',
    isReplayed: false,
  },
  'approvals.separation_of_duties': {
    theme: 'approvals',
    title: 'Separation of duties',
    meaning: 'Whether the requester is excluded from deciding. In verified mode they always are',
    isReplayed: false,
  },
  'channels.detail': {
    theme: 'messages',
    title: 'Detail of a message',
    meaning: 'How much of a request a message shows',
    choices: {
      full: 'its arguments too',
      summary: 'agent, action, targets, amount and risk',
      link_only: 'nothing but a link',
    },
    isReplayed: false,
  },
} as const satisfies Record<string, SettingsField>;

export type SettingsPath = keyof typeof SETTINGS_FIELDS;
export const SETTINGS_PATHS = Object.keys(SETTINGS_FIELDS) as SettingsPath[];

/** A setting as the API's description explains it. */
export function descriptionOf(path: SettingsPath): string {
  const { meaning, choices = {} }: SettingsField = SETTINGS_FIELDS[path];
  const values = Object.entries(choices).map(([value, effect]) => `${value}: ${effect}`);
  return [meaning, ...values].join('. ');
}
