/** The daily traffic of the seeded tenant: questions, outcomes, and people who decide. */
import type { Draw } from '../draw.ts';
import type { Ask } from '../servers/in-process.ts';
import { type Question, questionOf, TENANT } from './tenant.ts';

interface Waiting {
  id: string;
  question: Question;
  decideAt: number;
}

const HOUR_MS = 3_600_000;
const REPORTED = 0.6;
const COMMENTS = [...TENANT.comments, ...TENANT.hostile.texts.slice(0, 4)];

/** Plays the tenant's days; its answers become evidence. */
export class Traffic {
  readonly #asks: Ask;
  readonly #draw: Draw;
  readonly #approvers: readonly Ask[];
  #waiting: Waiting[] = [];
  #asked = 0;

  /** @param approvers two people who may approve. */
  constructor(ask: Ask, draw: Draw, approvers: readonly Ask[]) {
    this.#asks = ask;
    this.#draw = draw;
    this.#approvers = approvers;
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
    const answer = await this.#asks('POST', '/api/v1/core/governance/evaluate', question);
    if (answer.verdict === 'escalate' && decides < 0.75) {
      const decideAt = now + (within ** 2 * 20 + 0.1) * HOUR_MS;
      this.#waiting.push({ id: answer.approval_id, question, decideAt });
    }
    if (answer.verdict !== 'proceed' || reports > REPORTED) return;
    const isSuccess = result < success;
    await this.#asks('POST', '/v1/evidence', {
      action: question.action,
      agent_id: question.agent_id,
      context: isSuccess ? {} : { error: 'The other side answered 502' },
      outcome: isSuccess ? 'success' : 'failure',
      executed_at: new Date(now).toISOString(),
      evaluation_id: answer.evidence_id,
      actual_cost_usd: Number(question.context.estimated_cost_usd ?? 0),
    });
  }

  /** Decides on an approval. If it is no longer pending, this has no effect. */
  async #decide({ id, question }: Waiting): Promise<void> {
    const draw = this.#draw;
    const url = `/v1/approvals/${encodeURIComponent(id)}`;
    const { status, required_approvals: required } = await this.#asks('GET', url);
    if (status !== 'pending') return;
    const isRejected = draw.below(5) === 0;
    const comment = draw.below(3) === 0 ? { comment: draw.one(COMMENTS) } : {};
    const verb = isRejected ? 'reject' : 'approve';
    for (const decide of this.#approvers.slice(0, isRejected ? 1 : required))
      await decide('POST', `${url}/${verb}`, comment);
    if (isRejected || draw.below(5) === 0) return;
    const context = { ...question.context, has_approval: true, approval_id: id };
    await this.#asks('POST', '/api/v1/core/governance/evaluate', { ...question, context });
  }
}
