/**
 * The mandates that one caller's tasks have: one for each task of a session, opened before its first call. The text of
 * a task is neither kept nor logged.
 */
import { createHash } from 'node:crypto';
import type { Assize } from '@assize/client';
import { type OpenedTask, openTask, type Task } from '../../plans.ts';
import type { Platform } from '../../platform.ts';
import type { Log } from '../log.ts';
import { Remembered } from './remembered-calls.ts';

interface Opened {
  id: string;
  /** By the platform's clock. */
  endsMs: number;
}

export interface TaskMandatesOptions extends Pick<Platform, 'elapsedMs'> {
  assize: Pick<Assize, 'mandates'>;
  agentId: string;
  /** By the service's planner; otherwise by the words of the task. */
  isPlanned: boolean;
  logOnce: Log;
}

export class TaskMandates {
  readonly #options: TaskMandatesOptions;
  readonly #opened = new Remembered<Promise<Opened>>();

  constructor(options: TaskMandatesOptions) {
    this.#options = options;
  }

  /** @returns the id of the mandate; it is opened again once it has expired. @throws {AssizeError} */
  async of(sessionId: string | undefined, task: string): Promise<string> {
    const key = createHash('sha256')
      .update(JSON.stringify([sessionId, task]))
      .digest('base64');
    const { id, endsMs } = await (this.#opened.get(key) ?? this.#open(key, task));
    return endsMs > this.#options.elapsedMs() ? id : (await this.#open(key, task)).id;
  }

  #open(key: string, task: string): Promise<Opened> {
    const { assize, agentId, isPlanned } = this.#options;
    const wanted: Task = { agentId, task, isPlanned };
    const opening = openTask(assize, wanted).then((opened) => this.#toldOf(opened));
    this.#opened.set(key, opening);
    opening.catch(() => this.#opened.delete(key));
    return opening;
  }

  #toldOf({ mandate, unplanned }: OpenedTask): Opened {
    const { agentId, logOnce, elapsedMs } = this.#options;
    if (unplanned !== undefined) {
      logOnce(`tasks of ${agentId} have no plan, so their words count: ${unplanned}`);
    }
    const lifetimeMs = Date.parse(mandate.expires_at) - Date.parse(mandate.opened_at);
    return { id: mandate.mandate_id, endsMs: elapsedMs() + lifetimeMs };
  }
}
