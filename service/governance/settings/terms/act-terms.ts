/** The terms by which the laws judge what an action does. A document may leave any of them out. */

/** The answer to an action that the service can't vouch for. */
export const ANSWERS_TO_UNKNOWN = ['proceed', 'escalate', 'block'] as const;
export type AnswerToUnknown = (typeof ANSWERS_TO_UNKNOWN)[number];

/**
 * `observe` only records the verdict that tools, targets and mandates would give. `when_reviewed` observes until a human
 * has accepted the first entry of the catalogue of tools, and enforces from then on.
 */
export const ENFORCEMENTS = ['when_reviewed', 'observe', 'enforce'] as const;
export type Enforcement = (typeof ENFORCEMENTS)[number];

/** Whether the origins of targets decide, or are only recorded. */
export const ORIGIN_ANSWERS = ['judge', 'observe'] as const;
export type OriginAnswer = (typeof ORIGIN_ANSWERS)[number];

const HOUR_MS = 3_600_000;
/** A week. */
export const MAX_SESSION_HOURS = 168;

/**
 * The terms for judging what an action does. A document may leave any of them out, as all documents did before these
 * terms existed; {@link actTermsOf} gives the defaults.
 */
export interface WrittenActTerms {
  enforcement?: Enforcement;
  tools?: { unlisted: AnswerToUnknown };
  targets?: { unknown: AnswerToUnknown; memory_days: number };
  /**
   * Whether an agent must name a mandate, in `verified` mode, and the answer to a tool that its plan has forgotten and
   * that only reads, and no secrets.
   */
  mandates?: { required: boolean; forgotten_reads?: ForgottenReads };
  sessions?: { lifetime_hours?: number; origins?: OriginAnswer };
  /** The answer to an agent outside the inventory, and whether an agent needs a key or token of its own. */
  agents?: { unregistered?: AnswerToUnknown; require_identity?: boolean };
}

export const FORGOTTEN_READS = ['proceed', 'escalate'] as const;
export type ForgottenReads = (typeof FORGOTTEN_READS)[number];

export interface ActTerms {
  enforcement: Enforcement;
  unlistedTool: AnswerToUnknown;
  unknownTarget: AnswerToUnknown;
  /** How long an approval makes its targets known. */
  memoryDays: number;
  forgottenReads: ForgottenReads;
  isMandateRequired: boolean;
  /** How long after its first result a session ends. */
  sessionLifetimeMs: number;
  /** Whether the origins of values decide verdicts, or are only recorded. */
  judgesOrigins: boolean;
  unregisteredAgent: AnswerToUnknown;
  isIdentityRequired: boolean;
}

export const DEFAULT_MEMORY_DAYS = 90;

/** The terms where a document leaves them out. */
export const DEFAULT_ACT_TERMS = {
  enforcement: 'when_reviewed',
  tools: { unlisted: 'escalate' },
  targets: { unknown: 'escalate', memory_days: DEFAULT_MEMORY_DAYS },
  mandates: { required: false, forgotten_reads: 'proceed' },
  sessions: { lifetime_hours: 24, origins: 'judge' },
  agents: { unregistered: 'proceed', require_identity: false },
} as const satisfies WrittenActTerms;

export function actTermsOf(settings: WrittenActTerms & { attestation: string }): ActTerms {
  const { enforcement, tools, targets, mandates, sessions, agents, attestation } = settings;
  const standard = DEFAULT_ACT_TERMS;
  return {
    enforcement: enforcement ?? standard.enforcement,
    unlistedTool: tools?.unlisted ?? standard.tools.unlisted,
    unknownTarget: targets?.unknown ?? standard.targets.unknown,
    memoryDays: targets?.memory_days ?? standard.targets.memory_days,
    forgottenReads: mandates?.forgotten_reads ?? standard.mandates.forgotten_reads,
    isMandateRequired: attestation === 'verified' && mandates?.required === true,
    sessionLifetimeMs: (sessions?.lifetime_hours ?? standard.sessions.lifetime_hours) * HOUR_MS,
    judgesOrigins: sessions?.origins !== 'observe',
    unregisteredAgent: agents?.unregistered ?? standard.agents.unregistered,
    isIdentityRequired: agents?.require_identity === true,
  };
}
