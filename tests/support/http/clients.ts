/** Services for testing clients: a real one on a port, or one that answers as a test wants. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { Assize, type AssizeOptions } from '@assize/client';
import { testOnOneDatabase } from '../databases/databases.ts';
import { PRODUCTION_KEY, startTestService, type TestService } from './in-process.ts';

export interface Reached extends TestService {
  url: string;
  /** A client with the key that may do everything. */
  assize: Assize;
  clientWith(options: AssizeOptions): Assize;
}

/** Runs the test with a service that listens on a free port. */
export function testWithClient(
  promise: string,
  run: (t: TestContext, reached: Reached) => Promise<void>,
): void {
  testOnOneDatabase(promise, async (location, t) => {
    const started = await startTestService(t, location);
    const url = await started.app.listen({ host: '127.0.0.1', port: 0 });
    const clientWith = (options: AssizeOptions) => new Assize({ url, key: PRODUCTION_KEY, ...options });
    await run(t, { ...started, url, assize: clientWith({}), clientWith });
  });
}

export interface AskedOf {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ScriptedAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** The connection breaks before the end, although the body has arrived. */
  isCut?: boolean;
}

export interface ScriptedService {
  url: string;
  requests: AskedOf[];
}

/**
 * Starts a server in place of the service. It gives the answers in turn, and then repeats the last one: `cut` ends
 * the connection without an answer, `silent` gives none, `stalled` begins one and stops.
 */
export async function scriptedService(
  t: TestContext,
  ...answers: (ScriptedAnswer | 'cut' | 'silent' | 'stalled')[]
): Promise<ScriptedService> {
  const requests: AskedOf[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const answer = answers[Math.min(requests.length, answers.length - 1)];
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
      if (answer === 'silent' || answer === undefined) return;
      if (answer === 'cut') {
        request.socket.destroy();
        return;
      }
      if (answer === 'stalled') {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{');
        return;
      }
      const { body = '' } = answer;
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      if (answer.isCut) response.write(text, () => request.socket.destroy());
      else response.end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** The service's answer to an evaluation that may proceed. */
export const PROCEED = {
  status: 200,
  body: {
    verdict: 'proceed',
    action: 'file.read',
    explanation: 'Proceed: all eight laws pass.',
    duration_ms: 1,
    evaluated_at: '2026-01-31T09:30:00.000Z',
    evaluations: [],
    remedies: [],
    basis: ['claims'],
    evidence_id: 'ev_01a1fd6fb74c99d1cec657df',
  },
} satisfies ScriptedAnswer;

/** Claims that make the laws ask for a human. */
export const ESCALATED = { risk_level: 'high', confidence_score: 0.95, trust_score: 95 } as const;
/** Claims that make the laws forbid it. */
export const BLOCKED = { ...ESCALATED, risk_level: 'critical', is_irreversible: true } as const;
