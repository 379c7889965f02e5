/**
 * A stand-in for both APIs of models. The first part of the path says how it behaves, so that the address of a planner
 * chooses: `/prose/v1`.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { DESK_STEPS } from '../walks/desk.ts';

/** A plan for {@link TASK}, as a model in strict mode writes it. */
export const STEPS = [
  { tool: 'files.read', effects: ['read'], parties: [], amount: null, currency: null, count: null },
  {
    tool: 'mail.send',
    effects: ['send'],
    parties: [{ kind: 'email', value: 'ann@example.com' }],
    amount: null,
    currency: null,
    count: 1,
  },
];
export const TASK = 'Read the minutes of Monday and send them to ann@example.com.';

export interface ModelRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** The body as text. */
  text: string;
  /** Untyped, because the test looks into it. */
  body: ReturnType<typeof JSON.parse>;
}

export interface StandInModel {
  /** @param behaviour one of {@link BEHAVIOURS}. */
  url(behaviour: Behaviour, api?: 'openai' | 'anthropic'): string;
  requests: ModelRequest[];
  port: number;
  /** The most requests at once. */
  mostAtOnce(): number;
}

type Answering = (answer: {
  request: ModelRequest;
  /** How many requests this path has had before. */
  before: number;
  response: ServerResponse;
  plan(steps: unknown): void;
  text(text: string): void;
}) => void;

function json(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

const failing = { error: { message: 'Your key sk-secret-0123456789 is wrong. '.repeat(5000) } };

export const BEHAVIOURS = {
  right: ({ plan }) => plan(STEPS),
  desk: ({ plan }) => plan(DESK_STEPS),
  slow: ({ plan }) => void setTimeout(() => plan(STEPS), 1500),
  silent: () => undefined,
  busy: ({ before, response, plan }) =>
    before === 0 ? json(response, 429, failing, { 'retry-after': '1' }) : plan(STEPS),
  'busy-for-long': ({ response }) => json(response, 429, failing, { 'retry-after': '3600' }),
  failing: ({ response }) => json(response, 500, failing),
  unauthorized: ({ response }) => json(response, 401, failing),
  'no-schema': ({ request, response, plan }) =>
    request.body.response_format.type === 'json_schema' ? json(response, 400, failing) : plan(STEPS),
  fenced: ({ text }) =>
    text(`Here it is:\n\`\`\`json\n${JSON.stringify({ steps: STEPS })}\n\`\`\`\nGood luck!`),
  prose: ({ text }) => text('First I would read the file {minutes}, then I would send it.'),
  broken: ({ text }) => text('{"steps": [{"tool": "files.read", "effe'),
  shapeless: ({ text }) => text('{"steps": [["files.read"]]}'),
  strange: ({ plan }) =>
    plan([
      ...STEPS,
      { tool: 'bank.drain', effects: ['pay'], parties: [] },
      { tool: 'files.read', effects: ['read', 'fly'], parties: [] },
      { tool: 'mail.send', effects: ['send'], parties: [{ kind: 'email', value: 'eve@evil.example' }] },
      { tool: 'mail.send', effects: ['send'], parties: [], amount: 900, currency: 'EUR' },
    ]),
  empty: ({ plan }) => plan([]),
  huge: ({ text }) => text('x'.repeat(300_000)),
  endless: ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = setInterval(() => response.write('['.repeat(60_000)), 5);
    response.on('close', () => clearInterval(more));
  },
  long: ({ text }) => text(`${'x'.repeat(70_000)}${JSON.stringify({ steps: STEPS })}`),
  moved: ({ response }) => response.writeHead(307, { location: '/right/v1/chat/completions' }).end(),
  closing: ({ response }) => void response.destroy(),
  'closing-midway': ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"choices":', () => response.destroy());
  },
  page: ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<html><body>Sign in to the network</body></html>');
  },
  'as-text': ({ response, plan }) => {
    response.setHeader('content-type', 'text/plain');
    plan(STEPS);
  },
  'other-json': ({ response }) => json(response, 200, { ok: true }),
  'null-json': ({ response }) => json(response, 200, null),
  telling: ({ request, text }) => text(JSON.stringify({ steps: STEPS, key: keyIn(request.headers) })),
  'cut-off': ({ response }) =>
    json(response, 200, { choices: [{ finish_reason: 'length', message: { content: '{"steps": [' } }] }),
  refusing: ({ response }) =>
    json(response, 200, { choices: [{ finish_reason: 'stop', message: { content: null, refusal: 'No.' } }] }),
} satisfies Record<string, Answering>;

export type Behaviour = keyof typeof BEHAVIOURS;

function keyIn({ authorization, 'x-api-key': key }: IncomingHttpHeaders): string {
  return String(key ?? authorization?.replace('Bearer ', ''));
}

/** Closed when the test ends. */
export async function startModel(t: TestContext): Promise<StandInModel> {
  const requests: ModelRequest[] = [];
  let underWay = 0;
  let most = 0;
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('error', () => undefined);
    underWay += 1;
    most = Math.max(most, underWay);
    response.on('close', () => {
      underWay -= 1;
    });
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const request = { path: incoming.url ?? '', headers: incoming.headers, text, body: JSON.parse(text) };
      const before = requests.filter(({ path }) => path === request.path).length;
      requests.push(request);
      const behaviour = request.path.split('/')[1] as Behaviour;
      const answering: Answering = BEHAVIOURS[behaviour];
      const isAnthropic = request.path.endsWith('/v1/messages');
      const send = (body: unknown) => {
        if (!response.hasHeader('content-type')) response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(body));
      };
      answering({
        request,
        before,
        response,
        plan: (steps) => send(isAnthropic ? inTool({ steps }) : inMessage(JSON.stringify({ steps }))),
        text: (each) => send(isAnthropic ? inText(each) : inMessage(each)),
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: (behaviour, api = 'openai') =>
      `http://127.0.0.1:${port}/${behaviour}${api === 'openai' ? '/v1' : ''}`,
    requests,
    port,
    mostAtOnce: () => most,
  };
}

function inMessage(content: string) {
  return {
    choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 321, completion_tokens: 54 },
  };
}

function inTool(input: object) {
  return {
    stop_reason: 'tool_use',
    content: [
      { type: 'text', text: 'I plan.' },
      { type: 'tool_use', name: 'plan', input },
    ],
    usage: { input_tokens: 321, output_tokens: 54 },
  };
}

function inText(text: string) {
  return {
    stop_reason: 'end_turn',
    content: [{ type: 'text', text }],
    usage: { input_tokens: 321, output_tokens: 54 },
  };
}
