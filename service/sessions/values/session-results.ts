/** The results of a session in memory, by their numbers: some 22 bytes for each. */
import type { ResultSeen } from '../session-now.ts';

const ID_BYTES = 12;
const PREFIX = 'ev_';

interface Kept {
  tool: string;
  evaluation_id: string;
  reported_at: number;
}

export class SessionResults {
  static readonly NONE = new SessionResults([], new Uint16Array(), new Float64Array(), new Uint8Array());
  readonly #tools: readonly string[];
  readonly #toolOf: Uint16Array;
  readonly #at: Float64Array;
  readonly #ids: Uint8Array;

  private constructor(tools: readonly string[], toolOf: Uint16Array, at: Float64Array, ids: Uint8Array) {
    this.#tools = tools;
    this.#toolOf = toolOf;
    this.#at = at;
    this.#ids = ids;
  }

  get count(): number {
    return this.#at.length;
  }

  get bytes(): number {
    return this.#toolOf.byteLength + this.#at.byteLength + this.#ids.byteLength;
  }

  /** Adds the results that follow. */
  and(rows: readonly Kept[]): SessionResults {
    const tools = [...this.#tools];
    const toolOf = rows.map(({ tool }) => {
      const place = tools.indexOf(tool);
      return place >= 0 ? place : tools.push(tool) - 1;
    });
    const ids = rows.map(({ evaluation_id }) => Buffer.from(evaluation_id.slice(PREFIX.length), 'hex'));
    return new SessionResults(
      tools,
      Uint16Array.from([...this.#toolOf, ...toolOf]),
      Float64Array.from([...this.#at, ...rows.map(({ reported_at }) => reported_at)]),
      Uint8Array.from(Buffer.concat([this.#ids, ...ids])),
    );
  }

  /** @param number from 1; null for 0. */
  at(number: number): ResultSeen | null {
    if (number === 0) return null;
    const place = number - 1;
    const id = this.#ids.subarray(place * ID_BYTES, number * ID_BYTES);
    return {
      number,
      tool: this.#tools[this.#toolOf[place] ?? 0] ?? '',
      evidenceId: `${PREFIX}${Buffer.from(id).toString('hex')}`,
      at: this.#at[place] ?? 0,
    };
  }
}
