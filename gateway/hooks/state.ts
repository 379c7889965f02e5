/**
 * Data that one process of the hook leaves for the next: which evaluation allowed a call, until its outcome is
 * reported, which approval an escalated call waits for, and which mandate a session's calls name. They are small files in a folder that only this user can
 * open. Losing one costs a report or a second question to a human, never a permission: each call is judged anew. Data
 * of different services is kept apart, since a service would block a call with an approval that it does not know.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Mandate, OutcomeReport } from '@assize/client';
import { isFields } from './reading.ts';

export interface Remembered {
  evaluationId: string;
  action: string;
  agentId: string;
  /** The human in front of the agent was asked, not the approvers in Assize. */
  asked: boolean;
}

const EVALUATION = 'evaluation';
const APPROVAL = 'approval';
const REPORT = 'report';
const MANDATE = 'mandate';
const HOUR_MS = 3_600_000;
const MAX_AGE_MS: Record<string, number> = {
  [EVALUATION]: 48 * HOUR_MS,
  [APPROVAL]: 30 * 24 * HOUR_MS,
  [REPORT]: 30 * 24 * HOUR_MS,
  [MANDATE]: 48 * HOUR_MS,
};
const CLEANED = 'cleaned';

/** A service and its key: each environment has its own approvals. */
export interface AskedService {
  url: string;
  key: string;
}

export class State {
  readonly #folder: string;
  readonly #service: string;
  readonly #nowMs: number;

  constructor(folder: string, { url, key }: AskedService, nowMs: number) {
    this.#folder = folder;
    this.#service = keyOf(URL.canParse(url) ? new URL(url).href : url, key).slice(0, 16);
    this.#nowMs = nowMs;
  }

  rememberEvaluation(key: string, remembered: Remembered): void {
    this.#write(`${this.#nameOf(EVALUATION, key)}-${remembered.evaluationId}`, remembered);
  }

  /** @returns the newest, and forgets it: each outcome is reported once. */
  takeEvaluation(key: string): Remembered | undefined {
    const found = this.#names()
      .filter((name) => name.startsWith(`${this.#nameOf(EVALUATION, key)}-`))
      .map((name) => ({ name, at: this.#timeOf(name) }))
      .sort((one, other) => other.at - one.at);
    for (const { name } of found) {
      const value = this.#read(name);
      // If two processes end together, one of them removes it.
      if (isRemembered(value) && this.#remove(name)) return value;
    }
    return undefined;
  }

  rememberApproval(key: string, approvalId: string): void {
    this.#write(this.#nameOf(APPROVAL, key), { approvalId });
  }

  approvalFor(key: string): string | undefined {
    const value = this.#read(this.#nameOf(APPROVAL, key));
    return isFields(value) && typeof value.approvalId === 'string' ? value.approvalId : undefined;
  }

  forgetApproval(key: string): void {
    this.#remove(this.#nameOf(APPROVAL, key));
  }

  rememberMandate(key: string, { mandate_id: mandateId, expires_at: until }: Mandate): void {
    this.#write(this.#nameOf(MANDATE, key), { mandateId, until });
  }

  /** @returns undefined also where it has expired */
  mandateFor(key: string): string | undefined {
    const value = this.#read(this.#nameOf(MANDATE, key));
    if (!isFields(value) || typeof value.mandateId !== 'string') return undefined;
    return Date.parse(String(value.until)) > this.#nowMs ? value.mandateId : undefined;
  }

  /** A report that could not be sent, for a later process. */
  keepReport(report: OutcomeReport): void {
    this.#write(this.#nameOf(REPORT, String(report.evaluation_id)), report);
  }

  /** @returns a stored report, and forgets it. */
  takeReport(): OutcomeReport | undefined {
    for (const name of this.#names().filter((each) => each.startsWith(this.#nameOf(REPORT, '')))) {
      const value = this.#read(name);
      if (isFields(value) && this.#remove(name)) return value as unknown as OutcomeReport;
    }
    return undefined;
  }

  /** At most once an hour. */
  clean(): void {
    if (this.#nowMs - this.#timeOf(CLEANED) < HOUR_MS) return;
    this.#write(CLEANED, {});
    for (const name of this.#names()) {
      const [kind = ''] = name.split('-');
      const maxAgeMs = MAX_AGE_MS[kind];
      if (maxAgeMs !== undefined && this.#nowMs - this.#timeOf(name) > maxAgeMs) this.#remove(name);
    }
  }

  #nameOf(kind: string, key: string): string {
    return `${kind}-${this.#service}-${key}`;
  }

  /** If the folder can't be written to, the reports are lost, but the agent keeps working. */
  #write(name: string, value: object): void {
    const file = path.join(this.#folder, name);
    attempt(() => {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(file, JSON.stringify(value), { mode: 0o600 });
      utimesSync(file, this.#nowMs / 1000, this.#nowMs / 1000);
    });
  }

  #read(name: string): unknown {
    return attempt(() => JSON.parse(readFileSync(path.join(this.#folder, name), 'utf8')) as unknown);
  }

  /** @returns whether it existed until now. */
  #remove(name: string): boolean {
    const isGone = attempt(() => {
      rmSync(path.join(this.#folder, name));
      return true;
    });
    return isGone === true;
  }

  #names(): string[] {
    return attempt(() => readdirSync(this.#folder)) ?? [];
  }

  #timeOf(name: string): number {
    return attempt(() => statSync(path.join(this.#folder, name), { throwIfNoEntry: false })?.mtimeMs) ?? 0;
  }
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function isRemembered(value: unknown): value is Remembered {
  return isFields(value) && typeof value.evaluationId === 'string' && typeof value.action === 'string';
}

/** A name for these values, short enough for a file name. */
export function keyOf(...values: unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify(values.map(sorted)))
    .digest('hex')
    .slice(0, 40);
}

/**
 * Members may come in any order. They are kept as pairs, since JavaScript would reorder names that look like numbers.
 */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isFields(value)) return value ?? null;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return { members: members.map(([name, member]) => [name, sorted(member)]) };
}
