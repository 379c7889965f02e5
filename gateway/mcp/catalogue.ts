// The catalogue of tools in Assize, as the gateway uses it for one agent at one server: what the server lists is
// imported, and where new tools are to be reviewed, a tool is held until a human has accepted it there.

import type { GatewayConfiguration } from '../configuration/configuration.ts';
import { type Log, wordsOf } from './log.ts';
import { type Fields, isFields } from './message.ts';

export interface CatalogueOptions {
  server: string;
  url: string;
  newTools: GatewayConfiguration['newTools'];
  /** Of the scope keys:manage. */
  toolsKey: string;
  /** Of the scope evidence:read. */
  evidenceKey: string;
  log: Log;
}

/** The service refuses documents beyond 256 KiB. */
const MAX_DOCUMENT_CHARACTERS = 100_000;
const TIMEOUT_MS = 10_000;

export class Catalogue {
  readonly #options: CatalogueOptions;
  /** Of each tool that was imported: its entry, null where the catalogue refused it. */
  readonly #entries = new Map<string, string | null>();
  readonly #accepted = new Set<string>();
  #imports: Promise<void> = Promise.resolve();
  /** Why the catalogue is left alone. */
  #isClosed = false;

  constructor(options: CatalogueOptions) {
    this.#options = options;
  }

  /** Begins to import them. @returns when it is done; a failure is logged */
  import(tools: readonly Fields[]): Promise<void> {
    for (const { name } of tools) this.#accepted.delete(String(name));
    this.#imports = this.#imports.then(() => this.#importAll(tools));
    return this.#imports;
  }

  /** @returns why the tool is held, in words for a model; undefined where it is not. @throws where that can't be known */
  async heldBecause(tool: string): Promise<string | undefined> {
    await this.#imports;
    if (this.#options.newTools === 'allow' || this.#isClosed || this.#accepted.has(tool)) return undefined;
    const entry = this.#entries.get(tool);
    if (entry === undefined) return undefined;
    if (entry === null) return 'The definition of this tool can not be listed in the catalogue of tools.';
    const answer = await this.#ask(`/${entry}`, this.#options.evidenceKey);
    if (answer === undefined) return undefined;
    if (answer.status === 'accepted') {
      this.#accepted.add(tool);
      return undefined;
    }
    if (answer.status === 'rejected') return 'A human has rejected this tool.';
    const is = answer.status === 'changed' ? 'has changed since a human accepted it' : 'is new';
    return `This tool ${is}, and a human has to review it first (assize tools review).`;
  }

  async #importAll(tools: readonly Fields[]): Promise<void> {
    for (const piece of piecesOf(tools)) {
      if (this.#isClosed) return;
      try {
        await this.#importPiece(piece);
      } catch (error) {
        this.#options.log(`the tools of ${this.#options.server} were not imported: ${wordsOf(error)}`);
      }
    }
  }

  async #importPiece(tools: readonly Fields[]): Promise<void> {
    const { server, toolsKey, newTools } = this.#options;
    const body = { source: { tools }, server, accept: newTools === 'allow' };
    const answer = await this.#ask('/import', toolsKey, body);
    const results = Array.isArray(answer?.tools) ? (answer.tools as unknown[]) : [];
    tools.forEach(({ name }, place) => {
      const result = results[place];
      if (!isFields(result)) return;
      this.#entries.set(String(name), typeof result.tool_id === 'string' ? result.tool_id : null);
      if (result.result === 'accepted') this.#accepted.add(String(name));
    });
  }

  /** @returns undefined where the key may not do this. @throws for any other failure */
  async #ask(path: string, key: string, body?: Fields): Promise<Fields | undefined> {
    const { url, log } = this.#options;
    const response = await fetch(`${url.replace(/\/+$/, '')}/api/v1/tools${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status === 403) {
      await response.body?.cancel();
      this.#isClosed = true;
      const [is, scope] = body === undefined ? ['evidenceKey', 'evidence:read'] : ['toolsKey', 'keys:manage'];
      log(`the ${is} lacks the scope ${scope}, so tools are not held for a review`);
      return undefined;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`the service answered with status ${response.status}`);
    }
    const answer: unknown = await response.json();
    return isFields(answer) ? answer : undefined;
  }
}

function piecesOf(tools: readonly Fields[]): Fields[][] {
  const pieces: Fields[][] = [];
  let [piece, characters]: [Fields[], number] = [[], Infinity];
  for (const tool of tools) {
    const length = JSON.stringify(tool).length;
    if (characters + length > MAX_DOCUMENT_CHARACTERS) {
      piece = [];
      characters = 0;
      pieces.push(piece);
    }
    piece.push(tool);
    characters += length;
  }
  return pieces;
}
