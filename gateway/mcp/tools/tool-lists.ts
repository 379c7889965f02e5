/**
 * The definitions of a wrapped server's tools: tools that the agent may not call are left out of the list, the rest
 * goes to the catalogue of Assize, where new and changed tools wait for a human.
 */
import { createHash } from 'node:crypto';
import { type Answer, type Fields, isFields } from '../message.ts';

const MAX_TOOLS = 10_000;

export class ToolLists {
  readonly #import: (tools: readonly Fields[]) => void;
  /** A digest of the server's latest definition, by the name of the tool. */
  readonly #definitions = new Map<string, string>();
  /** Names whose definition is the newest, as far as the server has said. */
  readonly #current = new Set<string>();

  /** @param importTools handles definitions that differ from those seen last */
  constructor(importTools: (tools: readonly Fields[]) => void) {
    this.#import = importTools;
  }

  /** @returns the client's answer to `tools/list` */
  shown(answer: Answer, isAllowed: (tool: string) => boolean): Answer {
    if (!('result' in answer)) return answer;
    const result = this.seen(answer.result, isAllowed);
    return result === answer.result ? answer : { ...answer, result };
  }

  /** Records a page of the list. @returns it, without tools that the agent may not call */
  seen<Result extends Fields>(result: Result, isAllowed: (tool: string) => boolean): Result {
    const { tools } = result;
    if (!Array.isArray(tools)) return result;
    const fresh = tools.filter((tool): tool is Fields => isFields(tool) && this.#isNew(tool));
    for (const tool of tools) {
      if (isFields(tool) && this.#definitions.has(String(tool.name))) this.#current.add(String(tool.name));
    }
    if (fresh.length > 0) this.#import(fresh);
    const shown = tools.filter(
      (tool) => isFields(tool) && typeof tool.name === 'string' && isAllowed(tool.name),
    );
    return shown.length === tools.length ? result : { ...result, tools: shown };
  }

  /** False where the list must be read again to know the tool. */
  isCurrent(tool: string): boolean {
    return this.#current.has(tool);
  }

  /** The server says that its list has changed. */
  changed(): void {
    this.#current.clear();
  }

  /** @returns undefined for a tool that was not listed */
  definitionOf(tool: string): string | undefined {
    return this.#definitions.get(tool);
  }

  /** True where it differs from the one seen last. */
  #isNew(tool: Fields): boolean {
    const { name } = tool;
    if (typeof name !== 'string') return false;
    const digest = createHash('sha256').update(JSON.stringify(tool)).digest('base64');
    if (this.#definitions.get(name) === digest) return false;
    if (this.#definitions.size >= MAX_TOOLS && !this.#definitions.has(name)) return false;
    this.#definitions.set(name, digest);
    return true;
  }
}
