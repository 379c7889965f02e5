/** A person in Slack who presses buttons while the service comes and goes. Slack repeats what was not acknowledged. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { bringTo, type Person, pressOf } from './people.ts';
import type { SlackMessage, SlackWorkspace } from './workspace.ts';

const LOOK_EVERY_MS = 10;

interface Press {
  approvalId: string;
  decision: 'approved' | 'rejected';
  payload: Record<string, unknown>;
  isAcknowledged: boolean;
}

export class PressedInSlack {
  readonly all: Press[] = [];
  requests = 0;
  acknowledged = 0;
  cutOff = 0;
  readonly #workspace: SlackWorkspace;
  readonly #path: string;
  readonly #person: Person;
  readonly #seen = new Set<string>();
  readonly #held: Press[] = [];
  #looked = 0;

  constructor(workspace: SlackWorkspace, tenantId: string, person: Person) {
    this.#workspace = workspace;
    this.#path = `/channels/slack/${tenantId}`;
    this.#person = person;
  }

  get pressed(): number {
    return this.all.length;
  }

  /** Repeats what was not acknowledged, and then presses a button of every other approval, each once. */
  async goOn(baseUrl: string, isOver: { value: boolean }): Promise<void> {
    const sent = this.all
      .filter(({ isAcknowledged }) => !isAcknowledged)
      .map((one) => this.#bring(baseUrl, one));
    while (!isOver.value) {
      const press = this.#next();
      if (press === null) await sleep(LOOK_EVERY_MS);
      else {
        sent.push(this.#bring(baseUrl, press));
        // Some come twice at once, and some again later.
        if (this.all.length % 3 === 0) sent.push(this.#bring(baseUrl, press));
        if (this.all.length % 5 === 0) await Promise.all(sent).then(() => this.#bring(baseUrl, press));
      }
    }
    await Promise.all(sent);
  }

  /** Presses what was left for such a moment, all at once. */
  async burst(baseUrl: string): Promise<void> {
    const presses = this.#held.splice(0);
    this.all.push(...presses);
    await Promise.all(presses.map((press) => this.#bring(baseUrl, press)));
  }

  /** Repeats the presses that were not acknowledged, or those that were. */
  async repeat(baseUrl: string, { isAcknowledged }: Pick<Press, 'isAcknowledged'>): Promise<void> {
    for (const press of this.all.filter((one) => one.isAcknowledged === isAcknowledged))
      await this.#bring(baseUrl, press);
    assert.ok(this.all.every((one) => one.isAcknowledged));
  }

  #next(): Press | null {
    for (; this.#looked < this.#workspace.messages.length; this.#looked += 1) {
      const message = this.#workspace.messages[this.#looked] as SlackMessage;
      const id = /apr_[0-9a-f]+/.exec(JSON.stringify(message.blocks))?.[0] ?? '';
      if (this.#seen.has(id)) continue;
      this.#seen.add(id);
      // One of four is pressed, one is left for a burst, and two stay open.
      const place = this.#seen.size;
      if (place % 2 === 0) continue;
      const action = place % 8 < 4 ? 'approve' : 'reject';
      const payload = pressOf(this.#workspace, this.#person, message, action);
      const decision = action === 'approve' ? 'approved' : 'rejected';
      const press: Press = { approvalId: id, decision, payload, isAcknowledged: false };
      const isForNow = place % 4 === 1;
      (isForNow ? this.all : this.#held).push(press);
      if (!isForNow) continue;
      this.#looked += 1;
      return press;
    }
    return null;
  }

  async #bring(baseUrl: string, press: Press): Promise<void> {
    const bring = bringTo(baseUrl + this.#path, this.#workspace.signingSecret);
    this.requests += 1;
    const answer = await bring(press.payload).catch(() => null);
    if (answer === null) {
      this.cutOff += 1;
      return;
    }
    assert.deepEqual(answer, { status: 200, body: '' });
    this.acknowledged += 1;
    press.isAcknowledged = true;
  }
}
