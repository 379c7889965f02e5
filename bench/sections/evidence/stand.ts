/** A full database with the service running on it, and how to put questions to that: what each part measures. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Filled } from '../../fill/filled.ts';
import { type Answer, ask, type Question } from '../../http.ts';
import type { Latency } from '../../load/latency.ts';
import type { SectionReport } from '../../report.ts';
import type { RunningAssize } from '../../servers/assize.ts';
import { figure, type Table } from '../../table.ts';
import { cpuMs, cpuMsWithChildren } from '../../usage.ts';

export interface Stand {
  name: string;
  filled: Filled;
  running: RunningAssize;
}

/** What is asked, whatever it is filled with. */
export type Asked = Pick<Stand, 'running'>;

/** What a part adds to the section's report. */
export type Part = Pick<SectionReport, 'tables' | 'checks' | 'notes'>;

export function get({ running }: Asked, path: string, key?: string): Question {
  return { url: new URL(path, running.url).href, method: 'GET', headers: authorised(key ?? keyOf(running)) };
}

export function post({ running }: Asked, path: string, body: unknown): Question {
  const headers = { ...authorised(keyOf(running)), 'content-type': 'application/json' };
  return { url: new URL(path, running.url).href, method: 'POST', headers, body: JSON.stringify(body) };
}

/** Both doors' headers at once: each door looks at its own. */
function authorised(key: string): Record<string, string> {
  return { 'x-api-key': key, authorization: `Bearer ${key}` };
}

function keyOf({ headers }: RunningAssize): string {
  return headers['x-api-key'] ?? '';
}

/** CPU time of the service and of its database's processes so far, ms. */
export function usedMs({ running: { pid, databasePid } }: Asked): number | null {
  const own = cpuMs(pid);
  const ofDatabase = databasePid === undefined ? 0 : cpuMsWithChildren(databasePid);
  return own === null || ofDatabase === null ? null : own + ofDatabase;
}

const QUIET_MS_A_SECOND = 100;
const QUIET_SECONDS = 3;
const MAX_SECONDS = 180;

/** Waits for what a service does of itself with a database that it has just come upon: signing, summing up, verifying. */
export async function untilQuiet(asked: Asked): Promise<void> {
  let quiet = 0;
  for (let seconds = 0; quiet < QUIET_SECONDS && seconds < MAX_SECONDS; seconds += 1) {
    const before = usedMs(asked);
    await sleep(1000);
    const after = usedMs(asked);
    const isQuiet = before === null || after === null || after - before < QUIET_MS_A_SECOND;
    quiet = isQuiet ? quiet + 1 : 0;
  }
}

/** @returns null where this service has no such route. @throws where it answers anything but 200. */
export async function askJson<T>(question: Question): Promise<T | null> {
  const answer: Answer = await ask(question);
  if (answer.status === 404) return null;
  if (answer.status !== 200) throw new Error(`${question.url} answered ${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body) as T;
}

export function latencyTable(what: string, rows: readonly (Latency & { database: string })[]): Table {
  return {
    columns: ['database', what, 'requests', 'p50 ms', 'p95 ms', 'max ms', 'CPU ms'],
    rows: rows.map(({ database, name, requests, p50Ms, p95Ms, maxMs, cpuMs: cpu, refusal }) =>
      refusal === null
        ? [database, name, String(requests), figure(p50Ms), figure(p95Ms), figure(maxMs), figure(cpu)]
        : [database, `${name}: ${refusal.status}`, '', '', '', '', ''],
    ),
  };
}
