/** What happens in the seeded tenant from day to day: questions, outcomes, and people who decide. */
import type { Draw } from '../fill/requests.ts';
import { type Question, questionOf } from './agents.ts';
import { HOSTILE_TEXTS } from './hostile.ts';
import type { Body, SeededService } from './service.ts';

export interface People {
  /** The keys of two who may approve. */
  approvers: readonly [string, string];
}

interface Waiting {
  id: string;
  question: Question;
  decideAt: number;
}

const HOUR_MS = 3_600_000;
const REPORTED = 0.6;
const COMMENTS = [
  'Checked with finance.',
  'Fine, the customer confirmed it.',
  'Not without a ticket.',
  'Reviewed on the call of this morning; see the notes there.',
  ...HOSTILE_TEXTS.slice(0, 4),
];

/** Plays the tenant's days; its answers become evidence. */
export class Traffic {
  readonly #service: SeededService;
  readonly #draw: Draw;
  readonly #people: People;
  #waiting: Waiting[] = [];
  #asked = 0;

  constructor(service: SeededService, draw: Draw, people: People) {
    this.#service = service;
    this.#draw = draw;
    this.#people = people;
  }

  /** The questions are asked at once. @param now ms since the epoch. */
  async step(questions: number, now: number): Promise<void> {
    await Promise.all(Array.from({ length: questions }, () => this.#ask(now)));
    const due = this.#waiting.filter(({ decideAt }) => decideAt <= now);
    this.#waiting = this.#waiting.filter(({ decideAt }) => decideAt > now);
    await Promise.all(due.map((waiting) => this.#decide(waiting)));
  }

  async #ask(now: number): Promise<void> {
    const draw = this.#draw;
    const { question, success } = questionOf(draw, this.#asked);
    this.#asked += 1;
    const [reports, result, within, decides] = [draw.share(), draw.share(), draw.share(), draw.share()];
    const answer = await this.#service.ask('POST', '/api/v1/core/governance/evaluate', question);
    if (answer.verdict === 'escalate' && decides < 0.75) {
      const decideAt = now + (within ** 2 * 20 + 0.1) * HOUR_MS;
      this.#waiting.push({ id: answer.approval_id, question, decideAt });
    }
    if (answer.verdict !== 'proceed' || reports > REPORTED) return;
    await this.#report(question, answer, result < success ? 'success' : 'failure', now);
  }

  #report(question: Question, answer: Body, outcome: string, now: number): Promise<Body> {
    return this.#service.ask('POST', '/v1/evidence', {
      action: question.action,
      agent_id: question.agent_id,
      context: outcome === 'failure' ? { error: 'The other side answered 502' } : {},
      outcome,
      executed_at: new Date(now).toISOString(),
      evaluation_id: answer.evidence_id,
      actual_cost_usd: Number(question.context.estimated_cost_usd ?? 0),
    });
  }

  /** It may be over already: then nothing comes of it. */
  async #decide({ id, question }: Waiting): Promise<void> {
    const draw = this.#draw;
    const url = `/v1/approvals/${encodeURIComponent(id)}`;
    const { status, required_approvals: required } = await this.#service.ask('GET', url);
    if (status !== 'pending') return;
    const isRejected = draw.below(5) === 0;
    const comment = draw.below(3) === 0 ? { comment: draw.one(COMMENTS) } : {};
    const deciders = this.#people.approvers.slice(0, isRejected ? 1 : required);
    for (const key of deciders) {
      await this.#service.ask('POST', `${url}/${isRejected ? 'reject' : 'approve'}`, comment, key);
    }
    if (isRejected || draw.below(5) === 0) return;
    const context = { ...question.context, has_approval: true, approval_id: id };
    await this.#service.ask('POST', '/api/v1/core/governance/evaluate', { ...question, context });
  }
}
