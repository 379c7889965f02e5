/** The API's description, made from the same schemas that validate it, and a page to read it. */
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyContextConfig, type FastifyInstance, type RouteOptions } from 'fastify';
import servicePackage from '../package.json' with { type: 'json' };
import { refusalsForBody } from './answers/response-schemas.ts';
import { type Description, withComponents } from './components.ts';
import { withLimitHeaders } from './limits/rate-limits.ts';
import { bodyMayBeAbsent, METHODS_WITH_BODY } from './requests/body-parsing.ts';
import { schemaCompilers } from './validation/compiling.ts';

const DESCRIPTION = `Assize decides whether an AI agent may carry out an action. The evidence of each decision is on
disk before you get the answer. A verdict is always a 200, also when it is block: the body says what was decided.

There are two surfaces, which give the same verdicts. Surface A has paths under \`/api/v1/\` and reads your key from
\`X-API-Key\`. Surface B has paths under \`/v1/\` and reads it from \`Authorization: Bearer\`. Sandbox keys also work under
\`/sandbox\` on both.`;

function openApiOptions(baseUrl: string): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Assize',
        version: servicePackage.version,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [
        { url: baseUrl, description: 'Production and sandbox: the key decides' },
        { url: `${baseUrl}/sandbox`, description: 'Sandbox keys only' },
      ],
      components: {
        securitySchemes: {
          surfaceA: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Paths under /api/v1/' },
          surfaceB: { type: 'http', scheme: 'bearer', description: 'Paths under /v1/ and /access/v1/' },
        },
      },
      tags: [
        { name: 'Governance', description: 'Verdicts' },
        { name: 'AuthZEN', description: 'Verdicts in the words of the OpenID Authorization API 1.0' },
        { name: 'Evidence', description: 'Read what was decided, and check that the record is complete' },
        { name: 'Compliance', description: 'Check the evidence against a framework' },
        { name: 'Approvals', description: 'See what waits for a human, and decide' },
        { name: 'Events', description: 'Read what happened' },
        { name: 'API keys', description: 'Manage API keys' },
        { name: 'Webhooks', description: 'Send events to your URLs, and see what arrived' },
        { name: 'Notices', description: "See the mails to the tenant's contact" },
      ],
    },
    transform: ({ schema, url, route }) => {
      const security: Record<string, string[]>[] = [
        url.startsWith('/api/') ? { surfaceA: [] } : { surfaceB: [] },
      ];
      const described = scopeDescribed(route.config?.scope, schema.description);
      const surface = url.startsWith('/api/') ? 'a' : 'b';
      const takesBody = [route.method].flat().some((method) => METHODS_WITH_BODY.has(method));
      const answers = {
        ...(schema.response as Record<string, object>),
        ...(takesBody ? refusalsForBody() : {}),
      };
      const response =
        surface === 'b' ? withLimitHeaders(answers, route.config?.weighs !== undefined) : answers;
      return { schema: { ...schema, ...described, response, security }, url };
    },
  };
}

/** Several scopes are separated by spaces, as in OAuth (RFC 6749, section 3.3): a key needs all of them. */
function scopeDescribed(scope: FastifyContextConfig['scope'], more: unknown) {
  const scopes = scope === undefined || typeof scope === 'string' ? [scope] : scope;
  const named = scopes.map((each) => `\`${each}\``).join(' and ');
  const needs =
    scopes.length === 0
      ? 'Needs any key.'
      : `Needs a key with the scope${scopes.length > 1 ? 's' : ''} ${named}.`;
  return {
    description: typeof more === 'string' ? `${needs}\n\n${more}` : needs,
    'x-required-scope': scopes.join(' '),
  };
}

/** The resources that the page may load: its own files, and the icons inside its style sheet. */
const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; frame-ancestors 'none'";

export interface Described {
  baseUrl: string;
  /** The routes of the application that is described. */
  routes: readonly RouteOptions[];
  /** Adds the handlers that every answer needs. */
  addCommonHandlers: (app: FastifyInstance) => void;
}

/** The library's description of the routes. It treats every body as required. */
function describedBy(app: FastifyInstance, routes: readonly RouteOptions[]): Description {
  const description = app.swagger() as unknown as Description;
  description.paths = Object.fromEntries(Object.entries(description.paths).map(withNamedRest));
  const optional = routes.filter(({ preValidation }) => preValidation === bodyMayBeAbsent);
  const ids = new Set(optional.map(({ schema }) => (schema as { operationId?: string }).operationId));
  for (const operation of Object.values(description.paths).flatMap((path) => Object.values(path))) {
    if (ids.has(operation.operationId)) operation.requestBody = { ...operation.requestBody, required: false };
  }
  return description;
}

/** The name for a route's `*`. Client generators turn parameter names into variables. */
const REST = 'path';

function withNamedRest([path, operations]: [string, Description['paths'][string]]): typeof renamed {
  const renamed: [string, Description['paths'][string]] = [path.replace('{*}', `{${REST}}`), operations];
  for (const { parameters = [] } of Object.values(operations)) {
    for (const parameter of parameters) if (parameter.name === '*') parameter.name = REST;
  }
  return renamed;
}

/**
 * A separate application, with the same routes as far as a description needs them, that serves it and the
 * page.
 */
export async function openReference({
  baseUrl,
  routes,
  addCommonHandlers,
}: Described): Promise<FastifyInstance> {
  const app = Fastify({
    schemaController: schemaCompilers('at first use').schemaController,
    genReqId: ({ headers }) => String(headers['x-request-id']),
  });
  addCommonHandlers(app);
  await app.register(swagger, openApiOptions(baseUrl));
  await app.register(async (page) => {
    page.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true };
    });
    // An address that the file server refuses, with `..` or a zero byte, is a 404.
    page.setErrorHandler((error, _request, reply) => {
      const { statusCode = 500 } = error as { statusCode?: number };
      if (statusCode >= 500) throw error;
      reply.callNotFound();
    });
    let description: Description | undefined;
    const described = () => (description ??= withComponents(describedBy(app, routes)));
    page.get('/openapi.json', async () => described());
    await page.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { layout: 'BaseLayout' },
      theme: { title: 'Assize: API reference' },
      staticCSP: PAGE_POLICY,
      transformSpecification: described,
      transformSpecificationClone: false,
    });
  });
  for (const { method, url, schema = {}, config = {} } of routes) {
    if (method === 'HEAD' || (schema as { hide?: boolean }).hide) continue;
    app.route({ method, url, schema, config, handler: () => undefined });
  }
  await app.ready();
  return app;
}
