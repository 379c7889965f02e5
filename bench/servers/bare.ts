/** Starts the bare Fastify server that Assize is compared with. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Context, cleanEnvironment } from '../context.ts';
import { askIfThere } from '../http.ts';
import type { Contender } from '../load/measure.ts';
import { freePort, startProcess, waitFor } from '../processes.ts';
import { ORDINARY } from '../question.ts';

/** @param answer what it answers every request with: an answer that Assize gave, as JSON. */
export async function startBare(context: Context, answer: string): Promise<Contender> {
  const answerFile = path.join(context.folder, 'canned-answer.json');
  writeFileSync(answerFile, answer);
  const port = await freePort();
  const started = startProcess(context, {
    name: 'bare-fastify',
    command: process.execPath,
    args: [fileURLToPath(new URL('./bare-fastify.ts', import.meta.url)), String(port), answerFile],
    environment: cleanEnvironment(context.environment),
  });
  const contender = {
    name: 'bare Fastify',
    pid: started.pid,
    url: `http://127.0.0.1:${port}/core/governance/evaluate`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ORDINARY),
  };
  let answered = '';
  await waitFor(
    'bare Fastify',
    async () => {
      const reply = await askIfThere(contender);
      answered = reply?.body ?? '';
      return reply?.status === 200;
    },
    started,
  );
  if (answered.length !== answer.length) throw new Error('the bare server does not answer what Assize does');
  return contender;
}
