/** The interface of a wrapped server to the gateway, however it is reached. */
import type { Id, Message } from '../message.ts';

/** Why a request has no answer, in words that a client may read. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

export interface SendOptions {
  /** Ends the exchange of this one request. */
  signal?: AbortSignal;
  /** The headers of the client's own request, where it came by HTTP. */
  headers?: Headers | undefined;
}

export interface Upstream {
  /** @param related the request of the client that this belongs to, where the transport can tell */
  onmessage: (message: Message, related: Id | undefined) => void;
  /** This request will not be answered. */
  onlost: (id: Id, error: Error) => void;
  /** The server has gone. Called once, also after `close`. */
  onclose: () => void;
  onerror: (error: Error) => void;
  /** @throws where the server can't be started or reached */
  start(): Promise<void>;
  /** @throws where the message can't be sent */
  send(message: Message, options?: SendOptions): Promise<void>;
  close(): Promise<void>;
  /** Stops reading while the client is slow, if the transport can. */
  pause?(): void;
  resume?(): void;
}
