/**
 * The server under test for the official conformance runner: each tool, resource and prompt that its scenarios name,
 * over streamable HTTP with sessions, made with the official library.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { writeAnswer } from '@assize/gateway/mcp/http/answers.ts';
import { bodyOf, webRequest } from '@assize/gateway/mcp/http/requests.ts';
import {
  type CallToolResult,
  fromJsonSchema,
  McpServer,
  ResourceTemplate,
  type ServerContext,
  validateHostHeader,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const NOTHING = fromJsonSchema<Record<string, unknown>>({ type: 'object', properties: {} });
const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });
const embedded = (uri: string, words: string) =>
  ({ type: 'resource', resource: { uri, mimeType: 'text/plain', text: words } }) as const;

/** @returns the address of its endpoint. */
export async function conformanceServer(t: TestContext): Promise<string> {
  const open = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const http = createServer(async (request, response) => {
    if (!validateHostHeader(request.headers.host, ['127.0.0.1', 'localhost']).ok) {
      response.writeHead(403).end();
      return;
    }
    const body = await bodyOf(request, 1024 * 1024);
    const parsedBody: unknown = body === '' ? undefined : JSON.parse(body);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const web = webRequest(request, gone.signal);
    const id = web.headers.get('mcp-session-id');
    let transport = id === null ? undefined : open.get(id);
    if (transport === undefined) {
      const made = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (opened) => void open.set(opened, made),
      });
      transport = made;
      await underTest().connect(transport);
    }
    await writeAnswer(await transport.handleRequest(web, { parsedBody }), response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
}

type Tool = (args: Record<string, unknown>, context: ServerContext) => Promise<CallToolResult>;

const TOOLS: Record<string, Tool> = {
  test_simple_text: async () => text('This is a simple text response for testing.'),
  test_image_content: async () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] }),
  test_audio_content: async () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: async () => ({
    content: [embedded('test://embedded-resource', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: async () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      embedded('test://mixed-content-resource', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: async () => {
    throw new Error('This tool intentionally returns an error for testing');
  },
  test_tool_with_logging: async (_args, { mcpReq }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
      await pause(50);
    }
    return text('logged');
  },
  test_tool_with_progress: async (_args, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100 };
        await mcpReq.notify({ method: 'notifications/progress', params });
      }
      await pause(50);
    }
    return text('progressed');
  },
  test_sampling: async ({ prompt }, { mcpReq }) => {
    const message = { role: 'user', content: { type: 'text', text: String(prompt) } } as const;
    const sampled = await mcpReq.send({
      method: 'sampling/createMessage',
      params: { messages: [message], maxTokens: 100 },
    });
    return text(`LLM response: ${JSON.stringify(sampled)}`);
  },
  test_elicitation: async ({ message }, context) =>
    elicited(context, String(message), {
      username: { type: 'string', description: "User's response" },
      email: { type: 'string', description: "User's email address" },
    }),
  test_elicitation_sep1034_defaults: async (_args, context) =>
    elicited(context, 'Please review.', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  test_elicitation_sep1330_enums: async (_args, context) => elicited(context, 'Please choose.', ENUMS),
};

const CHOICES = ['option1', 'option2', 'option3'];
const TITLED = ['First', 'Second', 'Third'].map((word, place) => ({
  const: `value${place + 1}`,
  title: `${word} Option`,
}));
const ENUMS = {
  untitledSingle: { type: 'string', enum: CHOICES },
  titledSingle: { type: 'string', oneOf: TITLED },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: CHOICES } },
  titledMulti: { type: 'array', items: { anyOf: TITLED } },
} as const;

async function elicited(
  { mcpReq }: ServerContext,
  message: string,
  properties: object,
): Promise<CallToolResult> {
  const requestedSchema = { type: 'object', properties, required: [] };
  const answer = await mcpReq.send({
    method: 'elicitation/create',
    params: { mode: 'form', message, requestedSchema } as never,
  });
  return text(`Elicitation completed: ${JSON.stringify(answer)}`);
}

const DRAFT_2020 = fromJsonSchema<Record<string, unknown>>({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
  },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
});

function underTest(): McpServer {
  const server = new McpServer(
    { name: 'conformance', version: '1.0.0' },
    { capabilities: { logging: {}, completions: {}, resources: { subscribe: true }, prompts: {} } },
  );
  for (const [name, run] of Object.entries(TOOLS)) {
    server.registerTool(name, { description: `Tests ${name}.`, inputSchema: NOTHING }, run);
  }
  const described = { description: 'Tool with JSON Schema 2020-12 features', inputSchema: DRAFT_2020 };
  server.registerTool('json_schema_2020_12_tool', described, async () => text('done'));
  resources(server);
  prompts(server);
  server.server.setRequestHandler('completion/complete', async () => ({
    completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false },
  }));
  server.server.setRequestHandler('resources/subscribe', async () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', async () => ({}));
  return server;
}

function resources(server: McpServer): void {
  for (const name of ['static-text', 'watched-resource']) {
    server.registerResource(name, `test://${name}`, { mimeType: 'text/plain' }, async (uri) => ({
      contents: [
        { uri: uri.href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
      ],
    }));
  }
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { mimeType: 'image/png' },
    async (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'image/png', blob: PNG }],
    }),
  );
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { mimeType: 'application/json' }, async (uri, { id }) => ({
    contents: [
      { uri: uri.href, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) },
    ],
  }));
}

function prompts(server: McpServer): void {
  const words = (said: string) => ({ role: 'user', content: { type: 'text', text: said } }) as const;
  const argument = (...names: string[]) =>
    fromJsonSchema<Record<string, string>>({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
      required: names,
    });
  server.registerPrompt('test_simple_prompt', { description: 'Simple.' }, () => ({
    messages: [words('This is a simple prompt for testing.')],
  }));
  const two = { description: 'With arguments.', argsSchema: argument('arg1', 'arg2') };
  server.registerPrompt('test_prompt_with_arguments', two, ({ arg1, arg2 }) => ({
    messages: [words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  }));
  const one = { description: 'With a resource.', argsSchema: argument('resourceUri') };
  server.registerPrompt('test_prompt_with_embedded_resource', one, ({ resourceUri = '' }) => ({
    messages: [
      { role: 'user', content: embedded(resourceUri, 'Embedded resource content for testing.') },
      words('Please process the embedded resource above.'),
    ],
  }));
  server.registerPrompt('test_prompt_with_image', { description: 'With an image.' }, () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
      words('Please analyze the image above.'),
    ],
  }));
}
