/**
 * The catalogue of tools in Assize, as the gateway uses it for one agent at one server. Tools that the server lists
 * are imported. Where new tools must be reviewed, a tool is held until a human has accepted it there.
 */
import { type Assize, isUnavailable, PermissionError, ValidationError } from '@assize/client';
import type { GatewayConfiguration } from '../../configuration/configuration.ts';
import type { Platform } from '../../platform.ts';
import { type Log, wordsOf } from '../log.ts';
import type { Fields } from '../message.ts';
import type { NameTest } from './names.ts';

export interface CatalogueOptions {
  server: string;
  newTools: GatewayConfiguration['newTools'];
  /** With a key of the scope keys:manage. */
  importer: Pick<Assize, 'tools'>;
  /** With a key of the scope evidence:read. */
  reader: Pick<Assize, 'tools'>;
  /**
   * The name of an action, `server.tool`, that runs even if the service is out of reach: then it need not be
   * reviewed.
   */
  mayRunUnjudged: NameTest;
  elapsedMs: Platform['elapsedMs'];
  log: Log;
}

/** The service refuses documents beyond 256 KiB. */
const MAX_DOCUMENT_CHARACTERS = 100_000;
/** After this time the catalogue is asked again: a human may have changed their mind. */
const ACCEPTED_MS = 10_000;

export class Catalogue {
  readonly #options: CatalogueOptions;
  /** The entry of each tool that was imported; null where the catalogue refused it. */
  readonly #entries = new Map<string, string | null>();
  /** Until when, by the platform's clock, an acceptance is believed. */
  readonly #accepted = new Map<string, number>();
  /** Definitions that the catalogue has not taken yet, by the name of the tool. */
  readonly #waiting = new Map<string, Fields>();
  #imports: Promise<void> = Promise.resolve();
  /** Why the catalogue is not used. */
  #isClosed = false;

  constructor(options: CatalogueOptions) {
    this.#options = options;
  }

  /** True where a tool must be in the catalogue before it is called. */
  get reviews(): boolean {
    return this.#options.newTools === 'review' && !this.#isClosed;
  }

  /** True where the list of the server must be read before this tool is called, so that it is imported. */
  wants(tool: string): boolean {
    return !this.#isClosed && (this.reviews || !this.#entries.has(tool));
  }

  /** Starts to import them. @returns when it is done; a failure is logged, and a call of the tool tries again */
  import(tools: readonly Fields[]): Promise<void> {
    for (const tool of tools) {
      const name = String(tool.name);
      this.#accepted.delete(name);
      this.#waiting.set(name, tool);
    }
    return this.#importWaiting().catch((error: unknown) =>
      this.#options.log(`the tools of ${this.#options.server} were not imported: ${wordsOf(error)}`),
    );
  }

  /** @returns why the tool is held, in words for a model; undefined where it is not. @throws where that is unknown */
  async heldBecause(tool: string): Promise<string | undefined> {
    await this.#imports.catch(() => {});
    if (!this.reviews || (this.#accepted.get(tool) ?? 0) > this.#options.elapsedMs()) return undefined;
    const { server, mayRunUnjudged } = this.#options;
    try {
      return await this.#reviewOf(tool);
    } catch (error) {
      if (isUnavailable(error) && mayRunUnjudged(`${server}.${tool}`)) return undefined;
      throw error;
    }
  }

  async #reviewOf(tool: string): Promise<string | undefined> {
    if (this.#waiting.has(tool)) await this.#importWaiting();
    if (!this.reviews) return undefined;
    const entry = this.#entries.get(tool);
    if (entry === undefined) return 'The server does not list this tool, so no human can have reviewed it.';
    if (entry === null) return 'The catalogue of tools refused the definition of this tool.';
    const answer = await this.#permitted('evidenceKey', 'evidence:read', () =>
      this.#options.reader.tools.find(entry),
    );
    if (answer === undefined) return undefined;
    if (answer.status === 'accepted') {
      this.#accept(tool);
      return undefined;
    }
    if (answer.status === 'rejected') return 'A human has rejected this tool.';
    if (answer.status === 'removed') return 'A human has removed this tool from the catalogue of tools.';
    const is = answer.status === 'changed' ? 'has changed since a human accepted it' : 'is new';
    return `This tool ${is}, and a human has to review it first (assize tools review).`;
  }

  #accept(tool: string): void {
    this.#accepted.set(tool, this.#options.elapsedMs() + ACCEPTED_MS);
  }

  #importWaiting(): Promise<void> {
    this.#imports = this.#imports
      .catch(() => {})
      .then(async () => {
        for (const piece of piecesOf([...this.#waiting.values()])) {
          if (!this.#isClosed) await this.#importPiece(piece);
        }
        if (this.#isClosed) this.#waiting.clear();
      });
    return this.#imports;
  }

  async #importPiece(tools: readonly Fields[]): Promise<void> {
    const { server, importer, newTools } = this.#options;
    const wanted = {
      source: { tools: [...tools] },
      format: 'mcp' as const,
      server,
      accept: newTools === 'allow',
    };
    const answer = await this.#permitted('toolsKey', 'keys:manage', () =>
      importer.tools.import(wanted),
    ).catch((error: unknown) => this.#refused(tools, error));
    tools.forEach((tool, place) => {
      const result = answer?.tools[place];
      if (result === undefined) return;
      const name = String(tool.name);
      this.#entries.set(name, result.tool_id);
      if (result.result === 'accepted') this.#accept(name);
      // Meanwhile the server may have listed another definition.
      if (this.#waiting.get(name) === tool) this.#waiting.delete(name);
    });
  }

  /** A definition that is refused must not hold up the others. @throws the error where it does not concern them */
  async #refused(tools: readonly Fields[], error: unknown): Promise<undefined> {
    if (!(error instanceof ValidationError)) throw error;
    const [tool] = tools;
    if (tools.length > 1) {
      for (const one of tools) await this.#importPiece([one]);
    } else if (tool !== undefined) {
      const name = String(tool.name);
      this.#entries.set(name, null);
      this.#waiting.delete(name);
      this.#options.log(`the tool ${this.#options.server}.${name} was not imported: ${wordsOf(error)}`);
    }
  }

  /**
   * @returns undefined where the key may not do this, which is logged once. @throws {AssizeError} for other failures
   */
  async #permitted<T>(key: string, scope: string, ask: () => Promise<T>): Promise<T | undefined> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof PermissionError)) throw error;
      this.#isClosed = true;
      this.#options.log(`the ${key} lacks the scope ${scope}, so tools are not held for a review`);
      return undefined;
    }
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
