/** The server's side of a WebSocket (RFC 6455), as far as Socket Mode needs it: whole text frames, ping, close. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

export interface Connection {
  send(text: string): void;
  /** Sends a close frame. */
  close(): void;
  /** Cuts the connection without a word. */
  cut(): void;
}

export interface Listening {
  onText(text: string): void;
  onEnd(): void;
}

export function acceptWebSocket(
  request: IncomingMessage,
  socket: Duplex,
  listening: (connection: Connection) => Listening,
): void {
  const key = String(request.headers['sec-websocket-key']);
  const accepted = createHash('sha1')
    .update(key + GUID)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`,
  );
  const connection: Connection = {
    send: (text) => void socket.write(frame(TEXT, Buffer.from(text))),
    close: () => void socket.write(frame(CLOSE, Buffer.from([0x03, 0xe8]))),
    cut: () => socket.destroy(),
  };
  const { onText, onEnd } = listening(connection);
  let waiting = Buffer.alloc(0);
  socket.on('data', (part: Buffer) => {
    waiting = Buffer.concat([waiting, part]);
    for (let read = readFrame(waiting); read !== null; read = readFrame(waiting)) {
      waiting = waiting.subarray(read.length);
      if (read.opcode === TEXT) onText(read.content.toString('utf8'));
      if (read.opcode === PING) socket.write(frame(PONG, read.content));
      if (read.opcode === CLOSE) socket.end(frame(CLOSE, read.content));
    }
  });
  socket.on('error', () => undefined);
  socket.on('close', onEnd);
}

function frame(opcode: number, content: Buffer): Buffer {
  const long = content.length > 125;
  const head = Buffer.alloc(long ? 4 : 2);
  head[0] = 0x80 | opcode;
  head[1] = long ? 126 : content.length;
  if (long) head.writeUInt16BE(content.length, 2);
  return Buffer.concat([head, content]);
}

/** null while the frame is not complete. A client's frames are masked. */
function readFrame(bytes: Buffer): { opcode: number; content: Buffer; length: number } | null {
  if (bytes.length < 2) return null;
  const short = (bytes[1] ?? 0) & 0x7f;
  const sizeBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + sizeBytes + 4;
  if (bytes.length < start) return null;
  const size =
    short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < start + size) return null;
  const mask = bytes.subarray(start - 4, start);
  const content = Buffer.from(bytes.subarray(start, start + size));
  content.forEach((byte, at) => {
    content[at] = byte ^ (mask[at % 4] ?? 0);
  });
  return { opcode: (bytes[0] ?? 0) & 0x0f, content, length: start + size };
}
