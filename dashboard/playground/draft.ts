/**
 * A draft is what a person tries in the playground: a call of a tool, and what is said about it. A link carries it behind `#`, so
 * that no server and no log sees it, and without anything that looks like a secret.
 */
import { objectIn } from '../evidence/record/act.ts';

export type Json = Record<string, unknown>;

export interface Draft {
  action: string;
  /** The words of the task; empty: none. */
  task: string;
  /** Empty: none. */
  agent: string;
  arguments: Json;
  /** All of the context except the arguments, in the words of the API. */
  context: Json;
}

export const FIRST_DRAFT: Draft = {
  action: 'email.send',
  task: '',
  agent: '',
  arguments: { to: 'ann@example.com', subject: 'The minutes', body: 'They are attached.' },
  context: { risk_level: 'low', confidence_score: 0.9 },
};

/** The body of the request, for a simulation as for an evaluation. */
export function requestOf({ action, task, agent, arguments: given, context }: Draft) {
  return {
    action,
    ...(agent !== '' && { agent_id: agent }),
    ...(task !== '' && { description: task }),
    context: { ...context, ...(Object.keys(given).length > 0 && { arguments: given }) },
  };
}

/** Merges the change of a remedy into the context; null removes a member. */
export function withChange(draft: Draft, change: Json): Draft {
  const { arguments: given, ...context } = { ...draft.context, arguments: draft.arguments, ...change };
  const kept = Object.entries(context).filter(([, value]) => value !== null);
  return { ...draft, arguments: objectIn(given) ?? {}, context: Object.fromEntries(kept) };
}

/** The longest link that browsers and chats carry whole. */
const LONGEST_LINK = 6000;

/** @returns the part of the link behind `#`; null where it would be too long. */
export function linkOf(draft: Draft): string | null {
  const shared = {
    ...draft,
    arguments: withoutSecrets(draft.arguments),
    context: withoutSecrets(draft.context),
  };
  const text = encodeURIComponent(JSON.stringify(shared));
  return text.length > LONGEST_LINK ? null : text;
}

/** @returns null for anything else: a link may come from anyone. */
export function draftIn(hash: string): Draft | null {
  try {
    const found = objectIn(JSON.parse(decodeURIComponent(hash)));
    if (found === null || typeof found.action !== 'string' || found.action === '') return null;
    const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
    return {
      action: found.action,
      task: textOf(found.task),
      agent: textOf(found.agent),
      arguments: objectIn(found.arguments) ?? {},
      context: objectIn(found.context) ?? {},
    };
  } catch {
    return null;
  }
}

const NAMES_A_SECRET = /pass(word|phrase)?$|secret|token|api[-_]?key|authorization|cookie|credential/i;
const LOOKS_SECRET = /^(Bearer |Basic )|\b(ak|sk|pk|ghp|gho|xox[a-z]|AKIA|eyJ)[-_A-Za-z0-9]{12,}/;
const LEFT_OUT = 'left out of the link';

function withoutSecrets(value: Json): Json {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, sharedValue(name, each)]));
}

function sharedValue(name: string, value: unknown): unknown {
  if (NAMES_A_SECRET.test(name) && value !== null) return LEFT_OUT;
  if (typeof value === 'string') return LOOKS_SECRET.test(value) ? LEFT_OUT : value;
  if (Array.isArray(value)) return value.map((each) => sharedValue('', each));
  const object = objectIn(value);
  return object === null ? value : withoutSecrets(object);
}
