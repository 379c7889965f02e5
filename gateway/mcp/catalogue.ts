/**
 * The catalogue of tools in Assize, as the gateway uses it for one agent at one server: what the server lists is
 * imported, and where new tools are to be reviewed, a tool is held until a human has accepted it there.
 */
import { type Assize, isUnavailable, PermissionError, type Tool } from '@assize/client';
import type { GatewayConfiguration } from '../configuration/configuration.ts';
import { type Log, wordsOf } from './log.ts';
import type { Fields } from './message.ts';
import type { NameTest } from './names.ts';

export interface CatalogueOptions {
  server: string;
  newTools: GatewayConfiguration['newTools'];
  /** With a key of the scope keys:manage. */
  importer: Pick<Assize, 'tools'>;
  /** With a key of the scope evidence:read. */
  reader: Pick<Assize, 'tools'>;
  /** Of an action, `server.tool`, that runs although the service is away. */
  mayRunUnjudged: NameTest;
  log: Log;
}

/** The service refuses documents beyond 256 KiB. */
const MAX_DOCUMENT_CHARACTERS = 100_000;

export class Catalogue {
  readonly #options: CatalogueOptions;
  /** Of each tool that was imported: its entry, null where the catalogue refused it. */
  readonly #entries = new Map<string, string | null>();
  readonly #accepted = new Set<string>();
  /** Listed by the server, and not imported yet. */
  readonly #left = new Map<string, Fields>();
  #imports: Promise<void> = Promise.resolve();
  /** Why the catalogue is left alone. */
  #isClosed = false;

  constructor(options: CatalogueOptions) {
    this.#options = options;
  }

  /** Begins to import them. @returns when it is done; what failed is logged, and tried again with a call of the tool */
  import(tools: readonly Fields[]): Promise<void> {
    for (const tool of tools) {
      const name = String(tool.name);
      this.#accepted.delete(name);
      this.#entries.delete(name);
      this.#left.set(name, tool);
    }
    this.#imports = this.#imports.then(() => this.#importAll(tools));
    return this.#imports;
  }

  /** @returns why the tool is held, in words for a model; undefined where it is not. @throws where that can't be known */
  async heldBecause(tool: string): Promise<string | undefined> {
    await this.#imports;
    const { newTools, server, mayRunUnjudged } = this.#options;
    if (newTools === 'allow' || this.#isClosed || this.#accepted.has(tool)) return undefined;
    try {
      return await this.#reviewOf(tool);
    } catch (error) {
      if (isUnavailable(error) && mayRunUnjudged(`${server}.${tool}`)) return undefined;
      throw error;
    }
  }

  async #reviewOf(tool: string): Promise<string | undefined> {
    const left = this.#left.get(tool);
    if (left !== undefined) await this.#importPiece([left]);
    const entry = this.#entries.get(tool);
    if (entry === null) return 'The definition of this tool can not be listed in the catalogue of tools.';
    const found = await this.#permitted('evidenceKey', 'evidence:read', () =>
      entry === undefined ? this.#entryNamed(tool) : this.#options.reader.tools.find(entry),
    );
    if (this.#isClosed) return undefined;
    if (found === undefined) return 'The server has not listed this tool, so no human could review it.';
    if (found.status === 'accepted') {
      this.#accepted.add(tool);
      return undefined;
    }
    if (found.status === 'rejected') return 'A human has rejected this tool.';
    const is = found.status === 'changed' ? 'has changed since a human accepted it' : 'is new';
    return `This tool ${is}, and a human has to review it first (assize tools review).`;
  }

  /** Of a tool that was not listed to this gateway: a client may know its name from before. */
  async #entryNamed(tool: string): Promise<Tool | undefined> {
    const { server, reader } = this.#options;
    for await (const found of reader.tools.all({ server })) {
      if (found.entry.tool === tool) return found;
    }
    return undefined;
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
    const { server, importer, newTools } = this.#options;
    const wanted = {
      source: { tools: [...tools] },
      format: 'mcp' as const,
      server,
      accept: newTools === 'allow',
    };
    const answer = await this.#permitted('toolsKey', 'keys:manage', () => importer.tools.import(wanted));
    tools.forEach((tool, place) => {
      const name = String(tool.name);
      const result = answer?.tools[place];
      if (result === undefined) return;
      this.#entries.set(name, result.tool_id);
      if (result.result === 'accepted') this.#accepted.add(name);
      if (this.#left.get(name) === tool) this.#left.delete(name);
    });
  }

  /** @returns undefined where the key may not do this, which is said once. @throws {AssizeError} for other failures */
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
