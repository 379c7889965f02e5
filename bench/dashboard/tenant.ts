/** The believable tenant of `tenant.yaml`: its agents and their questions. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Draw } from '../draw.ts';

interface Role {
  agent: string;
  share: number;
  grave: number;
  success: number;
  actions: string[];
}

export interface Act {
  day: number;
  get?: string;
  post?: string;
  delete?: string;
  body?: object;
  settings?: Record<string, unknown>;
  keep?: Record<string, string>;
}

interface Tenant extends Record<'people' | 'subjects' | 'descriptions' | 'comments', string[]> {
  roles: Role[];
  hostile: Record<'texts' | 'agents', string[]>;
  acts: Act[];
}

const file = path.join(import.meta.dirname, 'tenant.yaml');
export const TENANT: Tenant = parse(readFileSync(file, 'utf8'), { merge: true });
const { roles, people, subjects, descriptions, hostile } = TENANT;
hostile.texts.push('x'.repeat(4000));
hostile.agents.push('an-agent-whose-name-has-no-end-'.repeat(8).slice(0, 250));

/** One question in this many has a hostile text. */
const HOSTILE_EVERY = 150;
/** One question in this many has a large context. */
const LARGE_EVERY = 4000;

export interface Question {
  action: string;
  agent_id: string;
  user_id?: string;
  description?: string;
  context: Record<string, unknown>;
}

/** @returns a question, and how often its action succeeds. */
export function questionOf(draw: Draw, place: number): { question: Question; success: number } {
  const role = roleOf(draw.share());
  const question: Question = {
    action: draw.one(role.actions),
    agent_id: role.agent,
    ...(draw.below(3) === 0 && { user_id: draw.one(people) }),
    ...(draw.below(4) === 0 && { description: draw.one(descriptions) }),
    context: {
      risk_level: draw.below(4) === 0 ? 'medium' : 'low',
      confidence_score: (80 + draw.below(20)) / 100,
      estimated_cost_usd: draw.below(300) / 100,
      budget_remaining_usd: 100 + draw.below(900),
      arguments: {
        to: `${draw.one(['ann', 'bo', 'cy'])}${draw.below(400)}@example.com`,
        subject: draw.one(subjects),
        amount: draw.below(90_000) / 100,
      },
      ...(draw.share() < role.grave && gravity(draw.share())),
    },
  };
  if (place % HOSTILE_EVERY === HOSTILE_EVERY - 1) makeHostile(question, draw);
  if (place % LARGE_EVERY === LARGE_EVERY - 1) question.context.arguments = largeArguments();
  return { question, success: role.success };
}

function roleOf(share: number): Role {
  let end = 0;
  const found = roles.find((role) => {
    end += role.share;
    return share < end;
  });
  return found ?? (roles[0] as Role);
}

function gravity(kind: number): object {
  if (kind < 0.5) return { risk_level: 'high' };
  if (kind < 0.75) return { risk_level: 'medium', is_irreversible: true };
  if (kind < 0.85) return { risk_level: 'critical' };
  if (kind < 0.95) return { risk_level: 'critical', is_irreversible: true };
  return { estimated_cost_usd: 40, budget_remaining_usd: 0.01 };
}

function makeHostile(question: Question, draw: Draw): void {
  const text = draw.one(hostile.texts);
  question.description = text;
  if (draw.below(4) === 0) question.agent_id = draw.one(hostile.agents);
  if (draw.below(6) === 0) question.action = text.slice(0, 200);
  if (draw.below(2) === 0) question.context.risk_level = 'high';
  question.context.arguments = { [text.slice(0, 60)]: text, to: 'ann@example.com' };
}

/** One line of 100 KB, and a deep structure. */
function largeArguments(): object {
  let deep: object = { end: true };
  for (let level = 0; level < 15; level += 1) deep = { level, deep };
  return { line: 'All work and no play. '.repeat(4700), deep };
}
