// What a wrapped server says of its tools: what the agent may not call is left out of the list, the rest goes to the
// catalogue of Assize, where new and changed tools wait for a human.

import { createHash } from 'node:crypto';
import { isFields, type Fields } from './message.ts';

export interface ToolImport {
  /** Sends definitions to the catalogue; a failure is the importer's to tell. */
  offer(server: string, tools: readonly Fields[]): void;
}

const MAX_TOOLS = 10_000;

export class ToolLists {
  readonly #server: string;
  readonly #import: ToolImport;
  /** By the name of the tool: a digest of what the server said of it last. */
  readonly #definitions = new Map<string, string>();

  constructor(server: string, to: ToolImport) {
    this.#server = server;
    this.#import = to;
  }

  /** Takes note of a page of the list. @returns it, without tools that the agent may not call */
  seen<Result extends Fields>(result: Result, isAllowed: (tool: string) => boolean): Result {
    const { tools } = result;
    if (!Array.isArray(tools)) return result;
    const fresh = tools.filter((tool): tool is Fields => isFields(tool) && this.#isNew(tool));
    if (fresh.length > 0) this.#import.offer(this.#server, fresh);
    const shown = tools.filter((tool) => isFields(tool) && typeof tool.name === 'string' && isAllowed(tool.name));
    return shown.length === tools.length ? result : { ...result, tools: shown };
  }

  /** @returns undefined for a tool that was not listed */
  definitionOf(tool: string): string | undefined {
    return this.#definitions.get(tool);
  }

  /** True where it is not as it was seen last. */
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
