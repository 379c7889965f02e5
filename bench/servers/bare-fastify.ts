/**
 * The bare Fastify server: `node bare-fastify.ts <port> <file of the answer>`. It validates the same body with the same
 * schema and compiler, and serialises an answer of the same content with the same response schema. It does nothing
 * else, so it shows the cost of a request without any work.
 */
import { readFileSync } from 'node:fs';
import Fastify, { type FastifySchema, type RouteOptions } from 'fastify';
import { governanceA } from '../../service/http/a/governance/evaluate.ts';
import { EvaluateBodyA } from '../../service/http/requests/context-schema.ts';
import type { Services } from '../../service/http/services.ts';
import { validatorCompiler } from '../../service/http/validation/validation.ts';

const PATH = '/core/governance/evaluate';

const [port, answerFile] = process.argv.slice(2);
if (port === undefined || answerFile === undefined)
  throw new Error('usage: bare-fastify.ts <port> <file of the answer>');
const answer: unknown = JSON.parse(readFileSync(answerFile, 'utf8'));

const app = Fastify();
app.setValidatorCompiler(validatorCompiler);
app.post(PATH, { schema: { body: EvaluateBodyA, response: await responseSchema() } }, async () => answer);
await app.listen({ host: '127.0.0.1', port: Number(port) });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));

/** The schema of the real route, which is registered in an application that never serves. */
async function responseSchema(): Promise<FastifySchema['response']> {
  const declaration = Fastify();
  let response: FastifySchema['response'];
  declaration.setValidatorCompiler(validatorCompiler);
  declaration.addHook('onRoute', (route: RouteOptions) => {
    if (route.url === PATH && route.method === 'POST') response = route.schema?.response;
  });
  // No handler runs, so no service is needed.
  governanceA(declaration, {} as Services);
  await declaration.ready();
  if (response === undefined) throw new Error(`the service has no route ${PATH}`);
  return response;
}
