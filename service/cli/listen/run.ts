/**
 * Listens until it is stopped. Events go to standard output and everything else to standard error, so that a pipe gets
 * only events.
 */
import { shownJson } from '@assize/evidence-format';
import { readConfig } from '../../config/config.ts';
import type { EventType } from '../../events/index.ts';
import type { ChainOptions } from '../command.ts';
import { note, printWithBackpressure } from '../terminal.ts';
import { follow } from './follow.ts';
import { createForwarder, type Forwarded, type Forwarder } from './forward.ts';
import { serviceSource } from './service-source.ts';
import { lineOf } from './show.ts';
import { databaseSource, type EventSource, type HeardEvent } from './source.ts';

export interface ListenOptions extends ChainOptions {
  types?: EventType[];
  from?: number;
  url?: string;
  forwardTo?: string;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** @param key the API key, where a URL is given. */
export async function runListen(
  options: ListenOptions,
  environment: NodeJS.ProcessEnv,
  key: string,
): Promise<void> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  for (const signal of SIGNALS) process.once(signal, end);
  // The reader has gone.
  process.stdout.on('error', end);
  const source = await openSource(options, environment, key);
  const forwarder = options.forwardTo === undefined ? null : await createForwarder(options.forwardTo);
  try {
    if (forwarder !== null) note(greeting(options.forwardTo ?? '', forwarder.secret));
    await showEvents(source, forwarder, options, ending.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
    await forwarder?.close();
    await source.close();
  }
}

async function openSource(
  { url, tenant, environment, types = [] }: ListenOptions,
  variables: NodeJS.ProcessEnv,
  key: string,
): Promise<EventSource> {
  if (url !== undefined) return serviceSource(url, key, types);
  return databaseSource(readConfig(variables), { tenant, environment, types });
}

async function showEvents(
  source: EventSource,
  forwarder: Forwarder | null,
  { from, json }: ListenOptions,
  stop: AbortSignal,
): Promise<void> {
  // The API takes the last sequence you have seen; the option, the first you want to see.
  const after = from === undefined ? undefined : Math.max(0, from - 1);
  for await (const event of follow(source, after, note, stop)) {
    if (json !== true) await printWithBackpressure([lineOf(event)], stop);
    const forwarded = (await forwarder?.forward(event, stop)) ?? null;
    if (stop.aborted) return;
    if (json === true) await printWithBackpressure([shownJson(jsonOf(event, forwarded))], stop);
    else if (forwarded !== null) await printWithBackpressure([outcomeOf(forwarded)], stop);
  }
}

function jsonOf({ id, sequence, type, timestamp, data }: HeardEvent, forwarded: Forwarded | null): object {
  const event = { id, sequence, type, timestamp, data };
  return forwarded === null ? event : { ...event, forwarded };
}

function outcomeOf({ status, error, duration_ms }: Forwarded): string {
  const outcome = error === null ? `${status}` : `not taken: ${error}`;
  return `  -> ${outcome} (${duration_ms} ms)`;
}

function greeting(url: string, secret: string): string[] {
  return [
    `Each event is posted to ${url} once, in order; events that are not taken are not sent again.`,
    `They are signed with ${secret} (a new one at each start).`,
  ];
}
