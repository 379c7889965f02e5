/**
 * One connection of Socket Mode, for a service that Slack can't reach. It is made again whenever it ends. Slack's client
 * reconnects by itself only when told to, and then a failure would end the process, so it is told not to.
 */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import type { SocketModeOptions } from '@slack/socket-mode';
import { clientOptions, type SlackNetwork } from './api.ts';
import { faultOf } from './faults.ts';

export interface SocketDeps {
  appToken: string;
  network: SlackNetwork & { dispatcher: NonNullable<SocketModeOptions['dispatcher']> };
  /** Answers a payload. @throws where it could not be stored, so that Slack sees no answer. */
  receive(payload: JsonValue): Promise<{ answer: JsonObject | null; afterwards(): void }>;
  /** Told why there is no connection. */
  onFault(error: Error): void;
}

export interface SlackSocket {
  isConnected(): boolean;
  close(): Promise<void>;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** How long Slack may take to say goodbye. */
const FAREWELL_MS = 2000;

/** An envelope, as the client hands it over. */
interface Envelope {
  ack(answer?: JsonObject): Promise<void>;
  body: JsonValue;
}

export function openSocket(deps: SocketDeps): SlackSocket {
  const closing = new AbortController();
  let connected = false;

  async function keepConnected(): Promise<void> {
    let pauseMs = 0;
    while (!closing.signal.aborted) {
      await sleep(pauseMs, closing.signal);
      try {
        await connectOnce(deps, closing.signal, (now) => {
          connected = now;
        });
        pauseMs = 0;
      } catch (error) {
        if (!closing.signal.aborted) deps.onFault(faultOf(error));
        pauseMs = Math.min(Math.max(FIRST_PAUSE_MS, 2 * pauseMs), LONGEST_PAUSE_MS);
      }
    }
  }

  const ended = keepConnected();
  return {
    isConnected: () => connected,
    async close() {
      closing.abort();
      const waited = new AbortController();
      await Promise.race([ended, sleep(FAREWELL_MS, waited.signal)]);
      waited.abort();
    },
  };
}

/** Resolves when a connection that was made has ended. @throws if none could be made. */
async function connectOnce(
  deps: SocketDeps,
  closing: AbortSignal,
  onChange: (connected: boolean) => void,
): Promise<void> {
  if (closing.aborted) return;
  const { SocketModeClient } = await import('@slack/socket-mode');
  const { logger, ...options } = clientOptions(deps.network, closing);
  const client = new SocketModeClient({
    appToken: deps.appToken,
    autoReconnectEnabled: false,
    dispatcher: deps.network.dispatcher,
    clientOptions: options,
    ...(logger === undefined ? {} : { logger }),
  });
  client.on('interactive', (envelope: Envelope) => void take(deps, envelope));
  const disconnected = new Promise<void>((resolve) => client.once('disconnected', () => resolve()));
  const stop = () => void client.disconnect();
  closing.addEventListener('abort', stop, { once: true });
  try {
    await client.start();
    onChange(true);
    await disconnected;
  } finally {
    onChange(false);
    closing.removeEventListener('abort', stop);
  }
}

async function take({ receive, onFault }: SocketDeps, { ack, body }: Envelope): Promise<void> {
  try {
    const { answer, afterwards } = await receive(body);
    await ack(answer ?? undefined);
    afterwards();
  } catch (error) {
    onFault(error as Error);
  }
}

/** Ends early when the signal fires. */
function sleep(ms: number, stop: AbortSignal): Promise<void> {
  if (ms === 0 || stop.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    stop.addEventListener('abort', end, { once: true });
  });
}
