/** Starts what webhooks are sent to, and asks it what it had. */
import { fileURLToPath } from 'node:url';
import { type Context, cleanEnvironment } from '../context.ts';
import { ask, askIfThere } from '../http.ts';
import { freePort, startProcess, waitFor } from '../processes.ts';
import type { Received } from './receiver-process.ts';

/** Where the receiver is is no public address, so the service must be told that it may be reached. */
export const MAY_REACH_RECEIVER = { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };

export interface Receiver {
  pid: number;
  /** Of one endpoint. */
  urlOf(name: string): string;
  received(): Promise<Received>;
  stop(): Promise<void>;
}

export async function startReceiver(context: Context): Promise<Receiver> {
  const port = await freePort();
  const started = startProcess(context, {
    name: 'receiver',
    command: process.execPath,
    args: [fileURLToPath(new URL('./receiver-process.ts', import.meta.url)), String(port)],
    environment: cleanEnvironment(context.environment),
  });
  const url = `http://127.0.0.1:${port}/`;
  const question = { url, method: 'GET' } as const;
  await waitFor('the receiver', async () => (await askIfThere(question))?.status === 200, started);
  return {
    pid: started.pid,
    urlOf: (name) => url + name,
    received: async () => JSON.parse((await ask(question)).body) as Received,
    stop: started.stop,
  };
}
