/** Says in words what needs a person, and in one sentence whether something is wrong. */
import type { ReadData } from '../api/read.ts';

export type Matter = ReadData<'/api/v1/attention'>['matters'][number];
type Kind = Matter['kind'];

interface Words {
  /** `bad`: something does not work, or is stopped. */
  tone: 'bad' | 'warning' | 'neutral';
  one: string;
  many: (count: string) => string;
  /** The page where a person settles it. */
  to: string;
  act: string;
}

const WORDS: Record<Kind, Words> = {
  alarms: {
    tone: 'bad',
    one: 'the evidence does not hold',
    many: (count) => `the evidence does not hold in ${count} places`,
    to: '/integrity',
    act: 'Look into it',
  },
  incidents: {
    tone: 'warning',
    one: 'a serious incident is to report',
    many: (count) => `${count} serious incidents are to report`,
    to: '/incidents',
    act: 'Report',
  },
  halts: {
    tone: 'bad',
    one: 'an agent is halted',
    many: (count) => `${count} agents are halted`,
    to: '/agents',
    act: 'See the halts',
  },
  channels: {
    tone: 'bad',
    one: 'a channel reaches no one',
    many: (count) => `${count} channels reach no one`,
    to: '/channels',
    act: 'Mend',
  },
  webhooks: {
    tone: 'bad',
    one: 'a webhook endpoint receives nothing',
    many: (count) => `${count} webhook endpoints receive nothing`,
    to: '/webhooks',
    act: 'Mend',
  },
  sinks: {
    tone: 'bad',
    one: 'a SIEM receives nothing',
    many: (count) => `${count} SIEM sinks reach no receiver`,
    to: '/sinks',
    act: 'Mend',
  },
  approvals: {
    tone: 'neutral',
    one: 'an action waits for your decision',
    many: (count) => `${count} actions wait for your decision`,
    to: '/approvals',
    act: 'Decide',
  },
  budgets: {
    tone: 'warning',
    one: 'a budget is nearly spent',
    many: (count) => `${count} budgets are nearly spent`,
    to: '/budgets',
    act: 'See budgets',
  },
  keys: {
    tone: 'warning',
    one: 'a key ends within a week',
    many: (count) => `${count} keys end within a week`,
    to: '/keys',
    act: 'Rotate',
  },
  agents: {
    tone: 'warning',
    one: 'an agent has no owner',
    many: (count) => `${count} agents have no owner`,
    to: '/agents',
    act: 'Name owners',
  },
};

export interface Told extends Omit<Words, 'one' | 'many'> {
  kind: Kind;
  /** A clause, without a full stop. */
  text: string;
}

/** @param number a count as the reader writes it. */
export function toldOf({ kind, count, first }: Matter, number: (count: number) => string): Told {
  const { one, many, ...words } = WORDS[kind];
  const isOfAll = kind === 'halts' && first.some(({ name }) => name === '');
  const text = isOfAll ? 'every agent is halted' : count === 1 ? one : many(number(count));
  return { kind, text, ...words };
}

export interface Standing {
  tone: 'good' | 'bad';
  sentence: string;
}

export function standingOf(told: readonly Told[]): Standing {
  const wrong = told.filter(({ tone }) => tone === 'bad').map(({ text }) => text);
  if (wrong.length > 0) return { tone: 'bad', sentence: `Something is wrong: ${joined(wrong)}.` };
  if (told.length === 0) return { tone: 'good', sentence: 'All is well.' };
  const waiting = told.map(({ text }) => text);
  return { tone: 'good', sentence: `All is well; ${joined(waiting)}.` };
}

/** "a", "a and b", "a, b and c". */
function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
