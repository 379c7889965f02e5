/** Sinks in tests: making them, waiting for them, and reading what they were sent. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask } from '../http/in-process.ts';
import { until } from '../until.ts';
import { LOCALHOST_CERTIFICATE } from './certificate.ts';

export const SINKS = '/api/v1/sinks';

/** Networks that the operator allows in these tests. */
export const ALLOWED = {
  ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
  ASSIZE_BASE_URL: 'https://assize.example.org',
};

/** A syslog sink over TLS at this port of this machine. @returns its id. */
export async function newSyslogSink(
  app: FastifyInstance,
  port: number,
  options: object = {},
  more: object = {},
): Promise<string> {
  const given = { host: 'localhost', port, authorities: LOCALHOST_CERTIFICATE, ...options };
  return newSink(app, { kind: 'syslog', name: 'SIEM', options: given, ...more });
}

export async function newSink(app: FastifyInstance, body: object): Promise<string> {
  const { status, body: made } = await ask(app, 'a', SINKS, { body });
  assert.equal(status, 200, JSON.stringify(made));
  return made.id;
}

export async function sinkOf(app: FastifyInstance, sinkId: string): Promise<Answer['body']> {
  return (await ask(app, 'a', `${SINKS}/${sinkId}`)).body;
}

/** Waits until everything that the chain has was sent, records of sending aside. */
export async function caughtUp(app: FastifyInstance, sinkId: string): Promise<void> {
  await until(async () => {
    const { behind, events_behind } = await sinkOf(app, sinkId);
    return behind === 0 && events_behind === 0;
  });
}

/** Verifies every range that a sink was sent, in order, the stream of evidence first. */
export async function verifiedRanges(app: FastifyInstance, sinkId: string): Promise<Answer['body'][]> {
  const ranges = [...(await listedRanges(app, sinkId)), ...(await listedRanges(app, sinkId, 'events'))];
  return Promise.all(
    ranges.map(async ({ stream, number }: { stream: string; number: number }) => {
      const range = await ask(app, 'a', `${SINKS}/${sinkId}/sent/${stream}/${number}`);
      assert.equal(range.status, 200, JSON.stringify(range.body));
      return range.body;
    }),
  );
}

async function listedRanges(app: FastifyInstance, sinkId: string, stream = 'evidence') {
  const { body } = await ask(app, 'a', `${SINKS}/${sinkId}/sent?limit=1000&stream=${stream}`);
  assert.equal(body.next_cursor, null);
  return body.items.toReversed();
}

/** The indexes of the evidence in these messages, in order. */
export function indexesIn(messages: readonly string[]): number[] {
  const events = messages.map((message) => JSON.parse(message));
  return events
    .filter(({ metadata }) => metadata.uid.startsWith('ev_'))
    .map(({ metadata }) => metadata.sequence);
}

/** Each index once or more, none left out, and none before one that comes before it for the first time. */
export function requireNoHole(indexes: readonly number[], first: number): void {
  const seen = [...new Set(indexes)];
  assert.deepEqual(
    seen,
    seen.map((_, place) => first + place),
  );
}

export interface ReadSyslog {
  priority: number;
  host: string;
  messageId: string;
  /** Without its byte order mark. */
  text: string;
  hasMark: boolean;
}

/** Reads a message as RFC 5424, 6 has it. */
export function readSyslog(message: string): ReadSyslog {
  const header = /^<(\d{1,3})>1 (\S+) (\S+) assize - (\S+) - (\ufeff?)(.*)$/su.exec(message);
  assert.ok(header, `not a message of syslog: ${message}`);
  const [, priority = '', time = '', host = '', messageId = '', mark = '', text = ''] = header;
  assert.ok(!Number.isNaN(Date.parse(time)), message);
  return { priority: Number(priority), host, messageId, text, hasMark: mark !== '' };
}
