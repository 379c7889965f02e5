/** Surface A: finds evidence by the fields of its artifacts, and by what their payloads hold. */
import { requireOrder, searchArtifacts } from '../../../evidence/search/index.ts';
import { Failure } from '../../../foundation/failure.ts';
import { type Contents, hasContents, searchByContents } from '../../../proof/search/index.ts';
import { ArtifactTypeName, LawId, VerdictName } from '../../answers/enums.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf } from '../../callers/access.ts';
import { seesPayloads, shownTo } from '../../callers/callers.ts';
import { bodyMayBeAbsent } from '../../requests/body-parsing.ts';
import { ActionFilter, parseMoment } from '../../requests/evidence-filters.ts';
import * as is from '../../schemas/fields.ts';
import { describedRecord, named, object } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';
import { Item, toItem } from './record.ts';

const ContentFilters = {
  agent_id: is.optional(is.label('The agent, in any spelling')),
  user_id: is.optional(is.label('The person for whom the agent acts, or who decided or changed something')),
  law: is.optional(LawId),
  tool: is.optional(
    is.label('The tool, in any spelling: its name or id in the catalogue, context.tool, or the action'),
  ),
  target: is.optional(is.label('Someone or something that the action reaches, such as an address', 1024)),
  session_id: is.optional(is.label('The session of the agent')),
  mandate_id: is.optional(is.label('The mandate that was named, opened or changed')),
  text: is.optional(
    is.label(
      'Whole words, all of them, in any case: in the action, description and arguments, the reasons of laws that did not pass, comments of those who decided, and changes of governance',
    ),
  ),
};

const SearchBody = named(
  'EvidenceSearch',
  object(
    {
      artifact_type: is.optional(ArtifactTypeName),
      artifact_types: is.optional(
        is.list(ArtifactTypeName, 'One of these types', { minItems: 1, maxItems: 16 }),
      ),
      action: is.optional(ActionFilter),
      except_actions: is.optional(
        is.list(is.label('Not this action'), 'None of these actions', { minItems: 1, maxItems: 16 }),
      ),
      verdict: is.optional(VerdictName),
      from_date: is.optional(is.moment('Recorded at this time or later')),
      to_date: is.optional(is.moment('Recorded before this time')),
      ...ContentFilters,
      limit: is.optional(is.integer({ minimum: 1, maximum: 100, default: 50 })),
      offset: is.optional(is.integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
      cursor: is.optional(
        is.text('The next_cursor of the previous page, with the same filters', { maxLength: 256 }),
      ),
    },
    {
      additionalProperties: false,
      description:
        'An artifact must match all filters. Those from agent_id to text read payloads: they find nothing whose payload was removed, and go on by cursor alone',
      examples: [{ artifact_type: 'governance_eval', verdict: 'block', limit: 10 }],
    },
  ),
);

const Found = describedRecord('EvidencePage', 'One page, newest first', {
  items: is.list(Item),
  total: is.integer(
    'The number of matches. With a filter that reads payloads: of those found so far, on this page and before it',
  ),
  limit: is.integer(),
  offset: is.integer(),
  next_cursor: is.orNull(is.text(), 'null on the last page. A page can be empty, and another follow'),
  searched_to: is.orNull(
    is.time(),
    'With a filter that reads payloads: when the oldest record that was searched so far was recorded; null once all were',
  ),
});

const SCOPE = { scope: 'evidence:read', payloads: 'omitted' } as const;

const SEARCH = routesOf('a', 'Evidence')('searchEvidence', 'Find evidence by its fields and contents', {
  body: SearchBody,
  200: Found,
});

export const evidenceSearchA: Noun<Pick<Services, 'db' | 'fillRandom' | 'lookers'>> = (app, services) => {
  const searching = { config: SCOPE, schema: SEARCH, preValidation: bodyMayBeAbsent };
  app.post('/evidence/search', searching, async (request) => {
    const { artifact_type: artifactType, action, verdict, cursor, limit = 50, offset = 0 } = request.body;
    const { artifact_types: artifactTypes, except_actions: exceptActions } = request.body;
    const { agent_id, user_id, law, tool, target, session_id, mandate_id, text } = request.body;
    const [from, to] = [parseMoment(request.body.from_date), parseMoment(request.body.to_date)];
    const contents = { agent_id, user_id, law, tool, target, session_id, mandate_id, text };
    const principal = principalOf(request);
    requireOrder(from, to, ['to_date']);
    requireOne({ action, exceptActions }, ['except_actions'], 'action');
    requireOne({ cursor, offset: offset || undefined }, ['offset'], 'cursor');
    const filter = { artifactType, artifactTypes, action, exceptActions, verdict, from, to };
    const { chain } = principal;
    if (!hasContents(contents)) {
      const page = await searchArtifacts(services, chain, filter, { limit, offset, cursor });
      const items = page.items.map((item) => toItem(shownTo(principal, item)));
      return { items, total: page.total, limit, offset, next_cursor: page.nextCursor, searched_to: null };
    }
    if (!seesPayloads(principal)) throw searchesPayloads(contents);
    requireOne({ contents, offset: offset || undefined }, ['offset'], 'a filter that reads payloads');
    const { items, found, ...page } = await searchByContents(
      services,
      chain,
      { filter, contents },
      { limit, cursor },
    );
    const searchedTo = page.searchedTo === null ? null : new Date(page.searchedTo).toISOString();
    return {
      items: items.map(toItem),
      total: found,
      limit,
      offset,
      next_cursor: page.nextCursor,
      searched_to: searchedTo,
    };
  });
};

/** @throws {Failure} `invalid` if both are given. @param field of the second. @param other names the first. */
function requireOne(both: Record<string, unknown>, field: string[], other: string): void {
  if (Object.values(both).includes(undefined)) return;
  const message = `Input should be left out together with ${other}`;
  throw Failure.invalid([{ field, message, type: 'value_error' }]);
}

/** Without this, a viewer could guess a text word by word. */
function searchesPayloads(contents: Contents): Failure {
  const given = Object.entries(contents).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const why = `Your role reads evidence without its payloads, and these filters read them: ${given.join(', ')}.`;
  return new Failure('forbidden', why);
}
