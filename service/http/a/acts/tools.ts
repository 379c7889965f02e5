/** Surface A: the catalogue of tools: import, review, write, list and remove entries. */

import type { GovernDeps } from '../../../evidence/changes/index.ts';
import { IMPORT_TOOLS, PUT_TOOL, REMOVE_TOOL, REVIEW_TOOLS } from '../../../second-person/index.ts';
import { schemaOfTool } from '../../../tools/arguments/index.ts';
import type { Outcome, ToolResult } from '../../../tools/change/index.ts';
import { announced, findTool, formerEntry, listTools, toolFields } from '../../../tools/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { MANAGE, principalOf, READ } from '../../callers/access.ts';
import { withFaultsOf } from '../../requests/body-parsing.ts';
import type { Noun, Services } from '../../services.ts';
import {
  ImportBody,
  Imported,
  ListedTools,
  ListQuery,
  PutBody,
  PutTool,
  ReviewBody,
  Reviewed,
  Tool,
  ToolWithFormer,
  toolParams,
} from './tool-schemas.ts';

const route = routesOf('a', 'Tools');

const LIST = route(
  'listTools',
  "List the entries of your key's environment, in the order in which they were first seen",
  { querystring: ListQuery, 200: ListedTools },
);

const SHOW = route('getTool', 'Get an entry of the catalogue of tools', {
  params: toolParams,
  200: ToolWithFormer,
});

const PUT = route(
  'putTool',
  'Write an entry by hand, accepted at once; it replaces an entry of the same name',
  { body: PutBody, 200: PutTool, also: [409] },
);

const IMPORT = route('importTools', 'Propose entries for the tools of a document, or use a ready catalogue', {
  body: ImportBody,
  200: Imported,
  also: [404, 409],
});

const REVIEW = route(
  'reviewTools',
  'Accept entries, as proposed or corrected, and reject others; this takes effect on every node within a second',
  { body: ReviewBody, 200: Reviewed, also: [404, 409] },
);

const REMOVE = route('removeTool', 'Remove an entry from the catalogue; removing it again changes nothing', {
  params: toolParams,
  200: Tool,
});

export const toolsA: Noun<GovernDeps & Pick<Services, 'fillRandom' | 'secondPerson'>> = (app, services) => {
  app.get('/tools', { config: READ, schema: LIST }, async (request) => {
    const principal = principalOf(request);
    const { status: state, server, limit = 100, cursor } = request.query;
    const page = await listTools(services, principal.chain, { state, server }, limit, cursor);
    return { items: page.items.map(toolFields), next_cursor: page.nextCursor };
  });

  app.get('/tools/:tool_id', { config: READ, schema: SHOW }, async (request) => {
    const principal = principalOf(request);
    const tool = await findTool(services.db, principal.chain, request.params.tool_id);
    const former = tool.state === 'changed' ? await formerEntry(services.db, principal.chain, tool) : null;
    const schema = await schemaOfTool(services.db, principal.chain, tool.tool_id);
    return { ...toolFields(tool), former_entry: former, arguments_schema: schema };
  });

  app.put('/tools', { config: MANAGE, schema: PUT }, async (request) => {
    const principal = principalOf(request);
    const { done, notice } = await announced(services.db, principal.chain, () =>
      services.secondPerson.make(PUT_TOOL, principal, { entry: request.body.entry }),
    );
    return { ...toolFields(done), notice };
  });

  const imports = { config: MANAGE, schema: IMPORT, preValidation: requireOneSource };
  app.post('/tools/import', imports, async (request) => {
    const principal = principalOf(request);
    const wanted = { ...request.body, accept: request.body.accept ?? false };
    const { done, notice } = await announced(services.db, principal.chain, () =>
      services.secondPerson.make(IMPORT_TOOLS, principal, wanted),
    );
    return { ...importedFields(done), notice };
  });

  app.post('/tools/review', { config: MANAGE, schema: REVIEW }, async (request) => {
    const principal = principalOf(request);
    const { accept = [], reject = [] } = request.body;
    const wanted = { accept: accept.map(({ tool_id, ...rest }) => ({ toolId: tool_id, ...rest })), reject };
    const { done, notice } = await announced(services.db, principal.chain, () =>
      services.secondPerson.make(REVIEW_TOOLS, principal, wanted),
    );
    return { tools: done.map(toolFields), notice };
  });

  app.delete('/tools/:tool_id', { config: MANAGE, schema: REMOVE }, async (request) => {
    const principal = principalOf(request);
    const wanted = { toolId: request.params.tool_id };
    return toolFields(await services.secondPerson.make(REMOVE_TOOL, principal, wanted));
  });
};

function importedFields(results: readonly ToolResult[]) {
  const tools = results.map(({ toolId, name, outcome, reason, entry }) => {
    return { tool_id: toolId, name, result: outcome, reason, entry };
  });
  const countOf = (outcome: Outcome) => results.filter((each) => each.outcome === outcome).length;
  const counts = {
    proposed: countOf('proposed'),
    accepted: countOf('accepted'),
    changed: countOf('changed'),
    unchanged: countOf('unchanged'),
    refused: countOf('refused'),
  };
  return { tools, counts };
}

const requireOneSource = withFaultsOf((body) => {
  if ('source' in body !== 'ready' in body) return [];
  return [{ loc: ['body'], msg: 'Exactly one of source and ready is required', type: 'value_error' }];
});
