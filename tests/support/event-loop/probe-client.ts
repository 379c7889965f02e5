/** Asks the probe in a service how long its event loop was blocked. */
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { type Held, MEASURE } from './probe.ts';

const PROBE = pathToFileURL(path.join(import.meta.dirname, 'probe.ts')).href;

export interface ProbeClient {
  /** Since the last call. */
  held(): Promise<Held>;
  /** Returns how long a fixed piece of work takes in the service now, ms of processor time. */
  measure(): Promise<number>;
  close(): void;
}

/** Returns the options to start a service with. @param address of a socket that does not exist yet. */
export function probedBy(address: string): Record<string, string> {
  return { NODE_OPTIONS: `--import ${PROBE}`, EVENT_LOOP_PROBE: address };
}

export async function connectProbe(address: string): Promise<ProbeClient> {
  const socket = connect(address);
  await once(socket, 'connect');
  const lines = createInterface({ input: socket });
  const ask = async (question: string) => {
    const answered = once(lines, 'line');
    socket.write(question);
    const [line] = await answered;
    return JSON.parse(line);
  };
  return { held: () => ask('?'), measure: () => ask(MEASURE), close: () => void socket.destroy() };
}
