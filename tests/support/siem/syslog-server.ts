/** A syslog server with or without TLS: it reads octet-counted frames as RFC 5425 says, and takes each as one message. */
import { once } from 'node:events';
import net from 'node:net';
import type { TestContext } from 'node:test';
import tls from 'node:tls';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from './certificate.ts';

export interface SyslogServer {
  port: number;
  /** Whole messages in order of arrival, also those of connections that broke off later. */
  received: string[];
  /** Bytes that were not a frame. */
  faults: string[];
  /** How it behaves towards new connections from now on. */
  behave(how: 'reads' | 'reads slowly' | 'never ends' | 'takes nothing'): void;
  /** Open connections from which nothing is taken: to end one tells its sender that all was. */
  held(): number;
  /** Accepts nothing until it comes back. */
  leave(): Promise<void>;
  /** Listens at the same port again. @param certificate by default the same as before. */
  comeBack(certificate?: Certificate): Promise<void>;
}

interface Certificate {
  cert: string;
  key: string;
}

interface Wanted {
  secured?: boolean;
  certificate?: Certificate;
}

type Behaviour = Parameters<SyslogServer['behave']>[0];

/** Closed when the test ends. */
export async function startSyslogServer(
  t: Pick<TestContext, 'after'>,
  { secured = true, certificate = { cert: LOCALHOST_CERTIFICATE, key: LOCALHOST_KEY } }: Wanted = {},
): Promise<SyslogServer> {
  const taken = { received: [] as string[], faults: [] as string[] };
  const open = new Set<net.Socket>();
  let how: Behaviour = 'reads';
  let port = 0;
  // An answer to the end of a connection is part of the behaviour.
  const held = new Set<net.Socket>();
  const serve = (socket: net.Socket) => {
    if (how !== 'takes nothing') return takeFrom(socket, { how, ...taken });
    held.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => held.delete(socket));
  };
  let shown = certificate;
  const options = () => ({ ...shown, allowHalfOpen: true }) as tls.TlsOptions;
  const make = () => (secured ? tls.createServer(options(), serve) : net.createServer(options(), serve));
  let server = make();
  async function listen(): Promise<void> {
    server.on('tlsClientError', () => undefined);
    // Also those whose handshake fails.
    server.on('connection', (socket: net.Socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as net.AddressInfo).port;
  }
  async function leave(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  }
  await listen();
  t.after(leave);
  return {
    port,
    ...taken,
    behave(wanted) {
      how = wanted;
    },
    held: () => held.size,
    leave,
    async comeBack(other = shown) {
      shown = other;
      server = make();
      await listen();
    },
  };
}

function takeFrom(
  socket: net.Socket,
  { how, received, faults }: { how: Behaviour } & Pick<SyslogServer, 'received' | 'faults'>,
): void {
  let held = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (part: Buffer) => {
    held = Buffer.concat([held, part]);
    for (let frame = frameIn(held); frame !== null; frame = frameIn(held)) {
      if (typeof frame === 'string') {
        faults.push(frame);
        return void socket.destroy();
      }
      received.push(frame.message);
      held = held.subarray(frame.bytes);
    }
    if (how !== 'reads slowly') return;
    socket.pause();
    setTimeout(() => socket.resume(), 20);
  });
  socket.on('end', () => {
    if (held.length > 0) faults.push(`left over: ${held.toString()}`);
    if (how !== 'never ends') socket.end();
  });
}

/** @returns null while it is not whole; a text where the bytes are not a frame. */
function frameIn(bytes: Buffer): { message: string; bytes: number } | string | null {
  const space = bytes.indexOf(0x20);
  if (space < 0) return bytes.length > 10 ? bytes.toString() : null;
  const count = bytes.subarray(0, space).toString();
  if (!/^[1-9]\d{0,8}$/.test(count)) return bytes.toString();
  const end = space + 1 + Number(count);
  if (bytes.length < end) return null;
  return { message: bytes.subarray(space + 1, end).toString(), bytes: end };
}
