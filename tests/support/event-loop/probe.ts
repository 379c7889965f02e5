/**
 * Loaded into a service before its own code (`node --import`): tells over a socket how long its event loop was held up.
 * The product knows nothing of it.
 *
 * A turn is measured in the processor time of the main thread, between two timers 2 ms apart. What else runs on the
 * machine lengthens the delay that `monitorEventLoopDelay` tells, but not this.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

export interface Held {
  /** The longest turn since the last question, ms of processor time. */
  turnMs: number;
  /** The longest delay since then, ms by the clock. */
  delayMs: number;
  /** What a fixed piece of work takes here, ms of processor time: the measure of this machine. */
  measureMs: number;
}

const EVERY_MS = 2;
const RESOLUTION_MS = 5;
const NS_PER_MS = 1e6;

const address = process.env.EVENT_LOOP_PROBE;
if (isMainThread && address !== undefined) tellAt(address);

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
  let measureMs: number | null = null;
  const server = createServer((socket) => {
    socket.unref().on('error', () => undefined);
    socket.on('data', () => {
      look();
      measureMs ??= measure();
      const held: Held = { turnMs: longest, delayMs: delays.max / NS_PER_MS, measureMs };
      socket.write(`${JSON.stringify(held)}\n`);
      delays.reset();
      longest = 0;
      before = cpuMs();
    });
  });
  server.listen(address).unref();
}

/** Of the thread that asks. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The best of a few, since the first is compiled while it runs. */
function measure(): number {
  const value = Array.from({ length: 4000 }, (_, place) => ({
    place,
    text: `item ${place}`,
    share: place / 7,
  }));
  const once = () => {
    const began = cpuMs();
    const text = JSON.stringify(JSON.parse(JSON.stringify(value)));
    createHash('sha256').update(text).digest();
    return cpuMs() - began;
  };
  return Math.min(...Array.from({ length: 12 }, once));
}
