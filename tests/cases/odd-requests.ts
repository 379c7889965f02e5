/** Requests that are plain, and others that differ from a plain one in one way, as the bytes of a connection. */

import type { Piece } from '../support/http/both-roads.ts';
import { PRODUCTION_KEY, SANDBOX_KEY, SURFACES, type Surface } from '../support/http/in-process.ts';

/** Bytes of the largest body that is read. */
const ROOM_BYTES = 256 * 1024;
/** Long enough for the piece before it to arrive alone, ms. */
const PAUSE_MS = 20;

const PLAIN = JSON.stringify({ action: 'email.send', context: { risk_level: 'low', n: 1.5 } });
const OTHER = JSON.stringify({ action: 'email.send', context: { risk_level: 'high' } });

export interface Plain {
  surface: Surface;
  /** `METHOD address HTTP/version` */
  line: string;
  headers: readonly string[];
  body: string | Buffer;
}

/** @param changes `headers` are added, or replace those of the same name; one that ends in `:` is left out. */
export function plain(surface: Surface, changes: Partial<Omit<Plain, 'surface'>> = {}): Buffer {
  const { line = `POST ${SURFACES[surface].evaluate} HTTP/1.1`, headers = [], body = PLAIN } = changes;
  const [credential = []] = [Object.entries(SURFACES[surface].credentials(PRODUCTION_KEY))[0]];
  const usual = [
    'host: localhost',
    'connection: close',
    'content-type: application/json',
    credential.join(': '),
    'x-request-id: req_given',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  const nameOf = (header: string) => (header.split(':')[0] ?? '').toLowerCase();
  const changed = new Set(headers.map(nameOf));
  const all = [...usual.filter((header) => !changed.has(nameOf(header))), ...headers];
  const sent = all.filter((header) => !header.endsWith(':'));
  return Buffer.concat([Buffer.from(`${line}\r\n${sent.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

type Own = (changes: Partial<Omit<Plain, 'surface'>>) => Buffer;

interface Making {
  surface: Surface;
  own: Own;
  header(...headers: string[]): Piece[];
  to(line: string): Piece[];
  /** The name of the header with the credential, and what stands before the credential in it. */
  name: string;
  scheme: string;
  evaluate: string;
}

type Named = Record<string, readonly Piece[]>;

/** By name, the pieces that a client sends. `[plain]` ones are answered before Fastify. */
export function oddRequests(surface: Surface): Named {
  const { evaluate, credentials } = SURFACES[surface];
  const own: Own = (changes) => plain(surface, changes);
  const making: Making = {
    surface,
    own,
    header: (...headers) => [own({ headers })],
    to: (line) => [own({ line })],
    name: Object.keys(credentials(''))[0] ?? '',
    scheme: surface === 'a' ? '' : 'Bearer ',
    evaluate,
  };
  const groups = [bodies, callers, addresses, heads, repeats, batches, connections];
  return Object.assign({}, ...groups.map((group) => group(making)));
}

function chunked(own: Own, ending = ''): Buffer {
  const rest = PLAIN.slice(5);
  return own({
    headers: ['content-length:', 'transfer-encoding: chunked'],
    body: `5\r\n${PLAIN.slice(0, 5)}\r\n${rest.length.toString(16)}\r\n${rest}\r\n0\r\n${ending}\r\n`,
  });
}

/** Bodies and ids. */
function bodies({ own, header }: Making): Named {
  return {
    '[plain] as most clients send it': [own({})],
    '[plain] a type with its charset': header('content-type: application/json; charset=utf-8'),
    '[plain] no id of its own': header('x-request-id:'),
    '[plain] an id that is not sane': header('x-request-id: a b'),
    '[plain] a body of exactly the limit': [own({ body: PLAIN.padEnd(ROOM_BYTES) })],
    'a body beyond the limit': [own({ body: PLAIN.padEnd(ROOM_BYTES + 1) })],
  };
}

/** Keys, tokens and cookies. */
function callers({ own, header, to, name, scheme, evaluate }: Making): Named {
  return {
    '[plain] no key': header(`${name}:`),
    '[plain] a wrong key': header(`${name}: ${scheme}ak_${'00'.repeat(16)}`),
    '[plain] an empty key': header(`${name}: `),
    '[plain] another scheme': header('authorization: Basic YTpi'),
    '[plain] two credentials': header(
      `x-api-key: ${PRODUCTION_KEY}`,
      `authorization: Bearer ${PRODUCTION_KEY}`,
    ),
    '[plain] one credential twice': header(`${name}: ${scheme}a`, `${name}: ${scheme}b`),
    '[plain] a cookie beside': header('cookie: assize.session_token=abc.def'),
    '[plain] a cookie alone': header(
      `${name}:`,
      'cookie: assize.session_token=abc.def',
      'origin: http://localhost',
    ),
    '[plain] a token that is none': header(`${name}: ${scheme}eyJhbGciOiJub25lIn0.e30.`),
    '[plain] a proof without a token': header('dpop: x'),
    '[plain] a key of the sandbox': header(`${name}: ${scheme}${SANDBOX_KEY}`),
    '[plain] the sandbox, its key': [
      own({ line: `POST /sandbox${evaluate} HTTP/1.1`, headers: [`${name}: ${scheme}${SANDBOX_KEY}`] }),
    ],
    '[plain] the sandbox, a production key': to(`POST /sandbox${evaluate} HTTP/1.1`),
  };
}

/** Addresses, methods and versions. */
function addresses({ to, evaluate }: Making): Named {
  return {
    'the sandbox twice': to(`POST /sandbox/sandbox${evaluate} HTTP/1.1`),
    'an address with a query': to(`POST ${evaluate}?a=1 HTTP/1.1`),
    'an address with a slash': to(`POST ${evaluate}/ HTTP/1.1`),
    'an address in capitals': to(`POST ${evaluate.toUpperCase()} HTTP/1.1`),
    'an address with escapes': to(`POST ${evaluate.replace('evaluate', '%65valuate')} HTTP/1.1`),
    'a whole address': to(`POST http://localhost${evaluate} HTTP/1.1`),
    'a member of every object': to('POST toString HTTP/1.1'),
    'GET with a body': to(`GET ${evaluate} HTTP/1.1`),
    PUT: to(`PUT ${evaluate} HTTP/1.1`),
    OPTIONS: to(`OPTIONS ${evaluate} HTTP/1.1`),
    'HTTP/1.0': to(`POST ${evaluate} HTTP/1.0`),
    'HTTP/2 in words': to(`POST ${evaluate} HTTP/2.0`),
  };
}

/** Types, lengths and what a client expects. */
function heads({ own, header }: Making): Named {
  return {
    'no type': header('content-type:'),
    'another type': header('content-type: text/plain'),
    'a type in capitals': header('content-type: APPLICATION/JSON'),
    'a type that is none': header('content-type: ;'),
    'two types': header('content-type: application/json', 'content-type: text/plain'),
    'an encoding': header('content-encoding: gzip'),
    'an encoding that changes nothing': header('content-encoding: identity'),
    'no body': [own({ body: '', headers: ['content-length: 0'] })],
    'no length': [own({ body: '', headers: ['content-length:'] })],
    'a length that is none': header('content-length: x'),
    'two lengths': header('content-length: 5', 'content-length: 6'),
    'a length and chunks': header('content-length: 5', 'transfer-encoding: chunked'),
    chunks: [chunked(own)],
    'chunks with a trailer': [chunked(own, 'x-trailer: 1\r\n')],
    'a chunk that is none': [
      own({ headers: ['content-length:', 'transfer-encoding: chunked'], body: 'zz\r\n' }),
    ],
    'an expectation': header('expect: 100-continue'),
    'another expectation': header('expect: cake'),
    'an upgrade': header('connection: close, upgrade', 'upgrade: websocket'),
    'a head too large': header(`x-large: ${'x'.repeat(40_000)}`),
  };
}

/** Keys that repeat an answer. */
function repeats({ own, header }: Making): Named {
  return {
    '[plain] a key that repeats': header('idempotency-key: one'),
    '[plain] and again': header('idempotency-key: one'),
    '[plain] a key that repeats, another body': [own({ headers: ['idempotency-key: one'], body: OTHER })],
    '[plain] an empty key that repeats': header('idempotency-key: '),
    '[plain] a long key that repeats': header(`idempotency-key: ${'k'.repeat(256)}`),
    '[plain] two keys that repeat': header('idempotency-key: one', 'idempotency-key: two'),
    '[plain] keys that differ in header and body': [
      own({ headers: ['idempotency-key: one'], body: `${PLAIN.slice(0, -1)},"idempotency_key":"two"}` }),
    ],
  };
}

/** Batches. */
function batches(making: Making): Named {
  return {
    '[plain] a batch': batchOf(making, [JSON.parse(PLAIN), JSON.parse(OTHER), { action: 1 }, null]),
    '[plain] a batch with a key': batchOf(making, [JSON.parse(PLAIN)], 'idempotency-key: batch'),
    '[plain] the batch again': batchOf(making, [JSON.parse(PLAIN)], 'idempotency-key: batch'),
    '[plain] an empty batch': batchOf(making, []),
    '[plain] a batch too long': batchOf(making, Array(101).fill(JSON.parse(PLAIN))),
    '[plain] a batch with faults in one text': batchOf(
      making,
      `{"evaluations":[${PLAIN},{"action":"a","action":"b"}]}`,
    ),
    '[plain] a batch with faults beside': batchOf(making, `{"evaluations":[${PLAIN}],"a":1,"a":2}`),
    '[plain] a batch that is none': batchOf(making, '{"evaluations":{}}'),
  };
}

/** Requests that share a connection, come in pieces, or don't come whole. */
function connections({ own, name }: Making): Named {
  const whole = own({});
  const kept = own({ headers: ['connection: keep-alive'] });
  const other = own({ headers: ['connection: keep-alive'], body: OTHER });
  const endOfHead = whole.indexOf('\r\n\r\n') + 4;
  return {
    '[plain] three on one connection': [Buffer.concat([kept, other, whole])],
    '[plain] three in turns': [kept, PAUSE_MS, other, PAUSE_MS, whole],
    '[plain] a refused one before another': [own({ headers: ['connection: keep-alive', `${name}:`] }), whole],
    '[plain] a faulty one before another': [own({ headers: ['connection: keep-alive'], body: '{}' }), whole],
    'a chunked one between two': [Buffer.concat([kept, keepAlive(chunked(own)), whole])],
    '[plain] the body a moment later': [whole.subarray(0, endOfHead), PAUSE_MS, whole.subarray(endOfHead)],
    '[plain] the body in two pieces': [
      whole.subarray(0, endOfHead + 9),
      PAUSE_MS,
      whole.subarray(endOfHead + 9),
    ],
    '[plain] every byte alone': [...whole].map((byte) => Buffer.from([byte])),
    '[plain] no key, and the body a moment later': [
      ...[own({ headers: [`${name}:`] })].flatMap((bytes) => {
        const end = bytes.indexOf('\r\n\r\n') + 4;
        return [bytes.subarray(0, end), PAUSE_MS, bytes.subarray(end)];
      }),
    ],
    'headers, and nothing more': [whole.subarray(0, endOfHead), 'end'],
    'half a body, and nothing more': [whole.subarray(0, endOfHead + 9), 'end'],
    'half a head': [whole.subarray(0, endOfHead - 9), 'end'],
    '[plain] more than the body': [Buffer.concat([whole, Buffer.from('GET / HTTP/1.1\r\n\r\n')])],
    'bytes without a request': ['\u0000\u0001\r\n\r\n'],
  };
}

function batchOf({ own, evaluate }: Making, evaluations: unknown, ...headers: string[]): Piece[] {
  const body = typeof evaluations === 'string' ? evaluations : JSON.stringify({ evaluations });
  return [own({ line: `POST ${evaluate}/batch HTTP/1.1`, headers, body })];
}

function keepAlive(bytes: Buffer): Buffer {
  return Buffer.from(
    bytes.toString('latin1').replace('connection: close', 'connection: keep-alive'),
    'latin1',
  );
}
