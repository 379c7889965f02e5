/** Escalates at a steady pace. Requests are sent when they are due, whether or not earlier ones were answered. */
import http from 'node:http';
import { type Answer, ask } from '../../http.ts';
import { escalatingRequest } from '../../question.ts';
import { post, type RunningAssize } from '../../servers/assize.ts';

const LOOK_EVERY_MS = 5;

export interface Escalated {
  approvalId: string;
  /** Names the request in a message that has no id. */
  userId: string;
  /** The times of the request and of its answer, as {@link performance.now} tells. */
  sentAt: number;
  answeredAt: number;
}

let numbers = 0;

/** `stop` waits for the last answer. */
export function escalate(running: RunningAssize, perSecond: number) {
  const agent = new http.Agent({ keepAlive: true });
  const escalated: Promise<Escalated>[] = [];
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * perSecond;
    while (escalated.length < due) {
      const one = escalateOne(running, agent);
      // `stop` throws its error.
      one.catch(() => undefined);
      escalated.push(one);
    }
  }, LOOK_EVERY_MS);
  return {
    async stop(): Promise<Escalated[]> {
      clearInterval(timer);
      const all = await Promise.all(escalated);
      agent.destroy();
      return all;
    },
  };
}

async function escalateOne(running: RunningAssize, agent: http.Agent): Promise<Escalated> {
  numbers += 1;
  const userId = `user-${numbers}-`;
  const request = { ...escalatingRequest(numbers), user_id: userId };
  const sentAt = performance.now();
  const answer = await ask(post(running, '/api/v1/core/governance/evaluate', request), agent);
  return { approvalId: approvalIn(answer), userId, sentAt, answeredAt: performance.now() };
}

function approvalIn({ status, body }: Answer): string {
  const id = status === 200 ? JSON.parse(body).approval_id : undefined;
  if (typeof id !== 'string') throw new Error(`an escalation was answered ${status}: ${body.slice(0, 300)}`);
  return id;
}
