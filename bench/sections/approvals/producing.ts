/** Events at a steady pace: batches of actions that are blocked, each of which is told of once. */
import http from 'node:http';
import { ask, type Question } from '../../http.ts';
import { GRAVE } from '../../question.ts';
import type { RunningAssize } from '../../servers/assize.ts';
import { post } from '../evidence/stand.ts';

const BATCHES_PER_SECOND = 10;
/** A service that can't keep the pace is not buried: what it was not asked is not counted as produced. */
const MAX_UNDER_WAY = 10;

export interface Producer {
  /** Events of batches that were answered so far. */
  produced(): number;
  /** Resolves when the last batch is answered. */
  stop(): Promise<void>;
}

export function produceEvents(running: RunningAssize, perSecond: number): Producer {
  const size = Math.round(perSecond / BATCHES_PER_SECOND);
  const evaluations = Array.from({ length: size }, () => GRAVE);
  const question: Question = post({ running }, '/v1/governance/evaluate/batch', { evaluations });
  const agent = new http.Agent({ keepAlive: true, maxSockets: MAX_UNDER_WAY });
  const underWay = new Set<Promise<void>>();
  let produced = 0;
  let refused: Error | null = null;
  const sendOne = async (): Promise<void> => {
    const { status, body } = await ask(question, agent);
    if (status === 200) produced += size;
    else refused = new Error(`a batch was answered ${status}: ${body.slice(0, 200)}`);
  };
  const timer = setInterval(() => {
    if (underWay.size >= MAX_UNDER_WAY) return;
    const sending = sendOne()
      .catch((error: Error) => {
        refused = error;
      })
      .finally(() => underWay.delete(sending));
    underWay.add(sending);
  }, 1000 / BATCHES_PER_SECOND);
  return {
    produced: () => produced,
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      agent.destroy();
      if (refused !== null) throw refused;
    },
  };
}
