/**
 * Asks a model, with further attempts while its time lasts. Nothing of a server's own words is passed on: an error may
 * repeat the key.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../foundation/clock.ts';
import type { Environment } from '../../tenants/index.ts';
import type { Answer, Sender } from '../../webhooks/sending/index.ts';
import { openKey, type PlannerDeps, type PlannerRow } from '../setting.ts';
import { type Answered, MODEL_APIS, NoPlan, readAnswer } from './apis.ts';

export const MAX_ANSWER_BYTES = 256 * 1024;
/** The wait before each further attempt, unless the server says. */
const WAITS_MS = [500, 1500];
/** A server that does not know the form of the question. */
const FORM_REFUSED = [400, 422];

export interface AskDeps extends Pick<PlannerDeps, 'secretBox'> {
  clock: Clock;
  sender: Sender;
  /** Ends it. */
  stop: AbortSignal;
}

export interface AskedOf {
  row: PlannerRow;
  environment: Environment;
  message: string;
  /** By the clock's monotonic time. */
  deadline: number;
}

/** @throws {NoPlan} @throws {Failure} `unavailable` where the key does not open. */
export async function askModel(deps: AskDeps, asked: AskedOf): Promise<Answered> {
  const { row } = asked;
  const key = openKey(deps, row);
  const api = MODEL_APIS[row.api];
  const target = { url: urlUnder(row.url, api.path), environment: asked.environment };
  const question = { model: row.model, maxOutputTokens: row.max_output_tokens, message: asked.message };
  const leftMs = () => Math.floor(asked.deadline - deps.clock.monotonic());
  const waits = WAITS_MS.values();
  const bodies = api.bodies.map((bodyOf) => JSON.stringify(bodyOf(question))).values();
  let body = bodies.next().value ?? '';
  for (;;) {
    const answer = await deps.sender.send(target, api.headers(key), body, deps.stop, Math.max(1, leftMs()));
    if (answer.error === null) return requireWithoutKey(readAnswer(api, bytesOf(answer)), key);
    const simpler = FORM_REFUSED.includes(answer.status ?? 0) ? bodies.next().value : undefined;
    if (simpler === undefined) {
      const usualMs = mayPass(answer) ? waits.next().value : undefined;
      const waitMs = answer.retryAfterMs ?? usualMs;
      if (usualMs === undefined || waitMs === undefined || waitMs >= leftMs()) throw new NoPlan(answer.error);
      await sleep(waitMs, undefined, { signal: deps.stop }).catch(() => undefined);
    } else body = simpler;
  }
}

/** An answer that began well may have broken off. */
function mayPass({ status, isRefused }: Answer): boolean {
  if (isRefused) return false;
  return status === null || status < 300 || status === 429 || status >= 500;
}

function bytesOf({ response }: Answer): Uint8Array {
  if (response === null) throw new NoPlan('There was no answer.');
  if (response.length >= MAX_ANSWER_BYTES) throw new NoPlan('Its answer is longer than 256 KB.');
  return response;
}

/** A server that repeats the key would bring it into the evidence. */
function requireWithoutKey(answered: Answered, key: string): Answered {
  if (answered.text.includes(key)) throw new NoPlan("Its answer repeats the planner's key.");
  return answered;
}

/** The path goes before a query, which some servers need for their version. */
function urlUnder(base: string, path: string): string {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  return url.href;
}
