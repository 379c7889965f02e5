/** Starts the bench's own servers, each as a separate process: the bare Fastify route and the receiver of webhooks. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tests/support/databases/postgres.ts';
import type { Context } from '../context.ts';
import { answers, ask, askJson, type Question } from '../http.ts';
import type { Contender } from '../load/measure.ts';
import { type Started, startProcess } from '../processes.ts';
import { ORDINARY } from '../question.ts';

/** The receiver has no public address, so the service must be configured to allow it. */
export const MAY_REACH_RECEIVER = { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };

/** @param answer an answer of Assize as JSON, which it repeats for every request. */
export async function startBare(context: Context, answer: string): Promise<Contender> {
  const answerFile = path.join(context.folder, 'canned-answer.json');
  writeFileSync(answerFile, answer);
  const contender = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(ORDINARY) };
  const started = await startOwn(context, 'bare-fastify', '/core/governance/evaluate', contender, answerFile);
  const bare = { ...contender, name: 'bare Fastify', pid: started.pid, url: started.url };
  const { body } = await ask(bare);
  if (body.length !== answer.length) throw new Error('the bare server does not answer as Assize does');
  return bare;
}

export interface Receiver extends Started {
  urlOf(name: string): string;
  /** The deliveries so far, by path. */
  received(): Promise<Record<string, number>>;
}

export async function startReceiver(context: Context): Promise<Receiver> {
  const started = await startOwn(context, 'receiver', '/', { method: 'GET' });
  const received = () => askJson<Record<string, number>>({ url: started.url, method: 'GET' });
  return { ...started, urlOf: (name) => started.url + name, received };
}

async function startOwn(
  context: Context,
  name: string,
  route: string,
  question: Omit<Question, 'url'>,
  ...rest: string[]
): Promise<Started & { url: string }> {
  const port = await freePort();
  const script = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const args = [script, String(port), ...rest];
  const started = startProcess(context, { name, command: process.execPath, args });
  const url = `http://127.0.0.1:${port}${route}`;
  await started.until(() => answers({ ...question, url }));
  return { ...started, url };
}
