/**
 * The stdio transport of MCP: one message per line. Reading takes time linear in the input, while the SDK's transport
 * starts over with each piece (2 seconds for a result of 10 MB, half a minute for 80 MB). An unchanged message of a
 * server is passed on byte by byte.
 */
import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/server';
import {
  brokenAnswer,
  errorAnswer,
  INTERNAL_ERROR,
  isAnswer,
  type Message,
  messageIn,
  tooLarge,
} from './message.ts';

const NEW_LINE = 10;
const CLOSED = 'The other side has gone.';

/** The server's bytes for each message. A message that was changed, such as a filtered one, is serialised anew. */
const written = new WeakMap<Message, Buffer>();

export class LineTransport implements Transport {
  onmessage: NonNullable<Transport['onmessage']> = () => {};
  onclose: () => void = () => {};
  onerror: (error: Error) => void = () => {};
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #maxBytes: number;
  readonly #maxAnswerBytes: number | undefined;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #isClosed = false;
  #room: Promise<void> | undefined;

  /**
   * @param maxAnswerBytes of a server, whose bytes may be passed on as they are; an answer that is too large or
   * malformed becomes an error. If absent, the other side is a client, whose messages are judged as parsed.
   */
  constructor(
    input: Readable,
    output: Writable,
    { maxBytes, maxAnswerBytes }: { maxBytes: number; maxAnswerBytes?: number },
  ) {
    this.#input = input;
    this.#output = output;
    this.#maxBytes = maxBytes;
    this.#maxAnswerBytes = maxAnswerBytes;
  }

  async start(): Promise<void> {
    const end = () => void this.close();
    this.#output.on('error', end);
    this.#output.on('close', end);
    this.#input.on('error', end);
    this.#input.on('end', end);
    this.#input.on('close', end);
    this.#input.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  pause(): void {
    this.#input.pause();
  }

  resume(): void {
    if (!this.#isClosed) this.#input.resume();
  }

  /** @returns once there is room for more */
  send(message: Message): Promise<void> {
    if (this.#isClosed || this.#output.destroyed) return Promise.reject(new Error(CLOSED));
    const text = written.get(message);
    if (text === undefined ? this.#output.write(`${JSON.stringify(message)}\n`) : this.#output.write(text)) {
      return Promise.resolve();
    }
    this.#room ??= this.#hasRoom();
    return this.#room;
  }

  /** One promise for all that wait. */
  #hasRoom(): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        this.#output.off('drain', go).off('close', go);
        this.#room = undefined;
        resolve();
      };
      this.#output.on('drain', go).on('close', go);
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#pieces = [];
    this.#input.pause();
    this.onclose();
  }

  #read(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(NEW_LINE); end !== -1; end = chunk.indexOf(NEW_LINE, from)) {
      const piece = chunk.subarray(from, end + 1);
      from = end + 1;
      const line = this.#pieces.length === 0 ? piece : Buffer.concat([...this.#pieces, piece]);
      this.#pieces = [];
      this.#bytes = 0;
      this.#line(line);
      if (this.#isClosed) return;
    }
    const rest = chunk.subarray(from);
    if (rest.length === 0) return;
    this.#pieces.push(rest);
    this.#bytes += rest.length;
    if (this.#bytes <= this.#maxBytes) return;
    this.onerror(new Error(`A message of more than ${this.#maxBytes} bytes.`));
    void this.close();
  }

  #line(line: Buffer): void {
    const message = this.#messageOf(line);
    if (message === undefined) {
      this.onerror(new Error('A line is not a message of MCP.'));
      return;
    }
    this.onmessage(message);
  }

  #messageOf(line: Buffer): Message | undefined {
    let value: unknown;
    try {
      value = JSON.parse(line.toString('utf8'));
    } catch {
      return undefined;
    }
    const message = messageIn(value);
    if (this.#maxAnswerBytes === undefined) return message;
    if (message === undefined) return brokenAnswer(value);
    if (isAnswer(message) && line.length > this.#maxAnswerBytes)
      return errorAnswer(message.id, INTERNAL_ERROR, tooLarge(this.#maxAnswerBytes));
    written.set(message, line);
    return message;
  }
}
