/**
 * A server in place of the service, which lets every call proceed, opens mandates, and takes reports of outcomes with
 * results. It keeps what it was asked.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

type Body = ReturnType<typeof JSON.parse>;

export interface MandateService {
  url: string;
  evaluations: Body[];
  mandates: Body[];
  /** The ids of mandates that were closed. */
  closed: string[];
  outcomes: Body[];
  /** Until it is called, reports of outcomes get no answer. */
  release(): void;
}

export interface MandateServiceOptions {
  /** The status of a mandate with a plan. */
  planned?: number;
  /** The effects of a task; default: to write. */
  effectsOf?: (task: string) => string[];
  isHeld?: boolean;
  /** An older service refuses results. */
  isOld?: boolean;
}

export async function mandateService(
  t: TestContext,
  {
    planned = 201,
    effectsOf = () => ['read', 'write'],
    isHeld = false,
    isOld = false,
  }: MandateServiceOptions = {},
): Promise<MandateService> {
  const released = Promise.withResolvers<void>();
  if (!isHeld) released.resolve();
  const [evaluations, mandates, closed, outcomes]: [Body[], Body[], string[], Body[]] = [[], [], [], []];
  const answerTo = async (path: string, body: Body): Promise<[status: number, answer: Body]> => {
    if (path.endsWith('/evaluate')) {
      evaluations.push(body);
      return [200, verdict(`ev_${String(evaluations.length).padStart(24, '0')}`)];
    }
    if (path.endsWith('/close')) {
      closed.push(path.split('/').at(-2) ?? '');
      return [200, {}];
    }
    if (path.endsWith('/mandates')) {
      mandates.push(body);
      if (body.plan === true && planned !== 201) return [planned, { detail: `No plan for: ${body.task}` }];
      return [201, mandateFor(`mdt_${mandates.length}`, effectsOf(body.task))];
    }
    if (!path.endsWith('/outcomes')) return [200, { items: [], tools: [], next_cursor: null }];
    outcomes.push(body);
    await released.promise;
    return isOld && 'result' in body ? [422, { detail: 'Unknown field: result' }] : [201, {}];
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      const [status, answer] = await answerTo(path, text === '' ? {} : JSON.parse(text));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    released.resolve();
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, evaluations, mandates, closed, outcomes, release: released.resolve };
}

function verdict(evidence_id: string): Body {
  return {
    verdict: 'proceed',
    explanation: 'Proceed: all eight laws pass.',
    evaluated_at: new Date().toISOString(),
    evaluations: [],
    remedies: [],
    evidence_id,
  };
}

function mandateFor(mandate_id: string, effects: string[]): Body {
  const nowMs = Date.now();
  const opened_at = new Date(nowMs).toISOString();
  return { mandate_id, effects, opened_at, expires_at: new Date(nowMs + 86_400_000).toISOString() };
}
