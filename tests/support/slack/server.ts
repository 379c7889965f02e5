/** Slack's servers for one workspace: the Web API over HTTP, and Socket Mode. The real client libraries talk to them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TestContext } from 'node:test';
import type { AppAnswer, Bring } from './people.ts';
import { acceptWebSocket, type Connection } from './websocket.ts';
import { SlackWorkspace } from './workspace.ts';

export interface SlackServer {
  workspace: SlackWorkspace;
  /** For `ASSIZE_SLACK_API_URL`. */
  apiUrl: string;
  /** The next calls get this status and no answer of the API. */
  failNext(status: number, times?: number): void;
  /** Open connections of Socket Mode. */
  connections(): number;
  /** Sends a payload over one connection, and resolves when it is acknowledged. */
  bringBySocket: Bring;
  /** Asks every client to connect again, as Slack does when it moves a connection. */
  refresh(): void;
  cutConnections(): void;
  /** Runs before Slack is gone, when the test ends. */
  leaving: (() => Promise<void>)[];
}

interface Socket extends Connection {
  acknowledged: Map<string, (answer: AppAnswer) => void>;
}

export async function startSlack(t: Pick<TestContext, 'after'>): Promise<SlackServer> {
  const workspace = new SlackWorkspace();
  const links = new Links(workspace);
  let failing = { status: 0, times: 0 };

  function answer(request: IncomingMessage, body: string, response: ServerResponse): void {
    const [, method = ''] = /^\/api\/([\w.]+)$/.exec(request.url ?? '') ?? [];
    if (failing.times > 0) {
      failing.times -= 1;
      response.writeHead(failing.status, { 'content-type': 'text/html' }).end('<html>an error</html>');
      return;
    }
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const result = workspace.answer(method, token, Object.fromEntries(new URLSearchParams(body)));
    const isLimited = typeof result === 'number';
    response.writeHead(isLimited ? 429 : 200, {
      'content-type': 'application/json; charset=utf-8',
      ...(isLimited ? { 'retry-after': String(result) } : {}),
    });
    response.end(JSON.stringify(isLimited ? { ok: false, error: 'ratelimited' } : result));
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(request, Buffer.concat(parts).toString('utf8'), response));
  });
  server.on('upgrade', (request, socket) => links.open(request, socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  workspace.linkUrl = `ws://127.0.0.1:${port}/link/`;
  const leaving: SlackServer['leaving'] = [];
  t.after(async () => {
    for (const leave of leaving) await leave();
    links.cut();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    workspace,
    apiUrl: `http://127.0.0.1:${port}/api/`,
    failNext(status, times = 1) {
      failing = { status, times };
    },
    connections: () => links.size,
    bringBySocket: (payload) => links.bring(payload),
    refresh: () => links.refresh(),
    cutConnections: () => links.cut(),
    leaving,
  };
}

/** The connections of Socket Mode. */
class Links {
  readonly #workspace: SlackWorkspace;
  readonly #sockets = new Set<Socket>();

  constructor(workspace: SlackWorkspace) {
    this.#workspace = workspace;
  }

  get size(): number {
    return this.#sockets.size;
  }

  open(request: IncomingMessage, socket: Duplex): void {
    const ticket = new URL(request.url ?? '', 'http://slack').searchParams.get('ticket') ?? '';
    // A ticket opens one connection.
    if (!this.#workspace.tickets.delete(ticket)) {
      socket.destroy();
      return;
    }
    acceptWebSocket(request, socket, (connection) => {
      const opened: Socket = { ...connection, acknowledged: new Map() };
      this.#sockets.add(opened);
      const info = { app_id: this.#workspace.app };
      opened.send(JSON.stringify({ type: 'hello', num_connections: this.size, connection_info: info }));
      return {
        onText: (text) => acknowledge(opened, text),
        onEnd: () => this.#sockets.delete(opened),
      };
    });
  }

  bring(payload: unknown): Promise<AppAnswer> {
    const [socket] = this.#sockets;
    if (socket === undefined) throw new Error('No client is connected.');
    const id = `envelope-${this.#workspace.next()}`;
    const acknowledged = new Promise<AppAnswer>((resolve) => socket.acknowledged.set(id, resolve));
    const envelope = { envelope_id: id, type: 'interactive', accepts_response_payload: true, payload };
    socket.send(JSON.stringify(envelope));
    return acknowledged;
  }

  refresh(): void {
    const asked = JSON.stringify({ type: 'disconnect', reason: 'refresh_requested' });
    for (const socket of this.#sockets) socket.send(asked);
  }

  cut(): void {
    for (const socket of this.#sockets) socket.cut();
  }
}

function acknowledge(socket: Socket, text: string): void {
  const { envelope_id: id, payload } = JSON.parse(text) as { envelope_id: string; payload?: unknown };
  socket.acknowledged.get(id)?.({ status: 200, body: payload === undefined ? '' : JSON.stringify(payload) });
}
