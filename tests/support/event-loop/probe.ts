/**
 * Loaded into a service before its own code (`node --import`): it reports over a socket how long the event loop was
 * blocked. The product does not know about it.
 *
 * A turn is measured in the processor time of the main thread, between two timers 2 ms apart. Other work on the
 * machine lengthens the delay that `monitorEventLoopDelay` shows, but not this.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

export interface Held {
  /** The longest turn since the last request, ms of processor time. */
  turnMs: number;
  /** The longest delay since then, ms by the clock. */
  delayMs: number;
}

/** Asks how long a fixed piece of work takes now, ms of processor time; anything else asks for {@link Held}. */
export const MEASURE = 'm';

const EVERY_MS = 2;
const RESOLUTION_MS = 5;
const NS_PER_MS = 1e6;

function tellAt(address: string): void {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let longest = 0;
  let before = cpuMs();
  const look = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
  };
  setInterval(look, EVERY_MS).unref();
  const server = createServer((socket) => {
    socket.unref().on('error', () => undefined);
    socket.on('data', (question) => {
      look();
      const held: Held = { turnMs: longest, delayMs: delays.max / NS_PER_MS };
      const answer = question.toString() === MEASURE ? measure() : held;
      socket.write(`${JSON.stringify(answer)}\n`);
      delays.reset();
      longest = 0;
      before = cpuMs();
    });
  });
  server.listen(address).unref();
}

/** The processor time of the calling thread. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const ITEMS = 12_000;

/** Reads, allocates and hashes about as much as a large request does. */
function measure(): number {
  const began = cpuMs();
  const members = Array.from({ length: ITEMS }, (_, place) => [`key ${place}`, place / 7] as const);
  const text = JSON.stringify(Object.fromEntries(members));
  const sorted = Object.entries(JSON.parse(text)).sort(([one], [other]) => (one < other ? -1 : 1));
  createHash('sha256').update(JSON.stringify(sorted)).digest();
  return cpuMs() - began;
}

const address = process.env.EVENT_LOOP_PROBE;
if (isMainThread && address !== undefined) tellAt(address);
