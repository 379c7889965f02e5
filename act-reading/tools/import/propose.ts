/**
 * Reads a document of tools and proposes a catalogue entry for each, with a reason for each field. The document is
 * believed only where it warns: a proposal counts once a human accepts it. Pure.
 */
import { canonicalJson, type JsonObject, type JsonValue, sha256Text } from '@assize/evidence-format';
import { keysOfEntry } from '../../names/index.ts';
import type { Effect } from '../../targets/index.ts';
import { countWork } from '../../work.ts';
import { faultsOfEntry } from '../check.ts';
import { entryOf, MAX_NAME_CHARACTERS, type SeenTool, type ToolEntry } from '../entry.ts';
import type { ContentPart } from './arguments/commands.ts';
import { amountOf, contentsOf } from './arguments/contents.ts';
import { partsOf } from './arguments/parts.ts';
import {
  type ImportFault,
  type ImportFormat,
  MAX_TOOLS,
  type Read,
  type ToolDefinition,
} from './document/definition.ts';
import { type Fields, fieldsOf } from './document/fields.ts';
import { listIn, readTool } from './document/lists.ts';
import { isOpenApi, operationsIn } from './document/openapi.ts';
import { referencedBy } from './document/references.ts';
import { effectOf } from './effect/effect.ts';
import { choiceOf } from './effect/effect-by.ts';
import { subjectOf } from './effect/subject.ts';
import { gravityOf } from './gravity.ts';
import { resultOf } from './result/result.ts';

export interface Proposal {
  /** The tool's place in the document. */
  place: string;
  entry: ToolEntry;
  seen: SeenTool;
  /** The canonical JSON whose hash is in `seen`: of the schema, in a list with what its references point to if that is elsewhere. */
  schema: string;
  /** Why each field was proposed, by field: `effect`, `targets[0]`, `contents[1]`. */
  reasons: Record<string, string>;
}

export interface ImportOptions {
  /** Detected from the document if it is left out. */
  format?: ImportFormat;
  /** The server or tool set that all of the tools belong to. */
  server?: string;
}

export interface Proposals {
  entries: Proposal[];
  faults: ImportFault[];
}

export function proposeFromDocument(document: JsonValue, options: ImportOptions = {}): Proposals {
  const found: Proposals = { entries: [], faults: [] };
  for (const one of eachProposal(document, options)) {
    if ('fault' in one) found.faults.push(one.fault);
    else found.entries.push(one.proposal);
  }
  return found;
}

/** Yields one tool at a time, so that a caller can let other work run in between. */
export function* eachProposal(
  document: JsonValue,
  { format, server = '' }: ImportOptions = {},
): Generator<{ proposal: Proposal } | { fault: ImportFault }> {
  const isOperations = format === 'openapi' || (format === undefined && isOpenApi(document));
  const read = isOperations ? readOperations(document) : readList(document);
  let count = 0;
  for (const one of read) {
    count += 1;
    if (count > MAX_TOOLS) {
      yield {
        fault: {
          place: 'definition' in one ? one.definition.place : one.fault.place,
          message: `A document may have at most ${MAX_TOOLS} tools: import the others on their own`,
        },
      };
      return;
    }
    if ('fault' in one) yield one;
    else
      yield propose(one.definition, server, isOperations ? (document as JsonObject) : one.definition.schema);
  }
  if (count === 0) yield { fault: { place: '', message: 'There is no tool in it' } };
}

function* readOperations(document: JsonValue): Generator<Read> {
  if (isOpenApi(document)) yield* operationsIn(document);
  else
    yield { fault: { place: '', message: 'Input should be an OpenAPI 3 or Swagger 2 document with paths' } };
}

function* readList(document: JsonValue): Generator<Read> {
  const list = listIn(document);
  if (list === null) {
    const message =
      'Input should be the answer of tools/list, a list or map of function tools, or an OpenAPI document';
    yield { fault: { place: '', message } };
    return;
  }
  for (const { place, name, tool } of list.tools) yield readTool(place, name, tool);
}

function propose(
  definition: ToolDefinition,
  server: string,
  root: JsonObject,
): { proposal: Proposal } | { fault: ImportFault } {
  const { place, name } = definition;
  const fault = (message: string, at = 'name') => ({ fault: { place: `${place}.${at}`, message } });
  if (name.trim() === '' || name.length > MAX_NAME_CHARACTERS)
    return fault(`A name must have from 1 to ${MAX_NAME_CHARACTERS} characters`);
  if (name.includes('*'))
    return fault('A name with * would be taken for a pattern over other tools: write its entry by hand');
  const keys = keysOfEntry(server === '' ? { tool: name } : { tool: name, server });
  if (keys === null)
    return fault(
      'A name must have letters of one script and no invisible characters, so that it cannot pose as another',
    );
  const seen = seenOf(definition, root);
  if (seen === null)
    return fault(
      'Its schema is nested too deep, or holds a number or a text that JSON cannot hold exactly',
      'inputSchema',
    );
  const fields = fieldsOf(definition.schema, root);
  // A field that can't be named could hide whom the tool reaches.
  if (fields.unreachable !== null) return fault(fields.unreachable, 'inputSchema');
  const proposal = proposalOf(definition, server, fields, seen, root);
  const [wrong] = faultsOfEntry(proposal.entry);
  return wrong === undefined
    ? { proposal }
    : fault(`No entry can be made of it: ${wrong.field.join('.')}: ${wrong.message}`, '');
}

type Seen = Pick<Proposal, 'seen' | 'schema'>;

/** Returns the hashes that show whether a tool has changed. null if it has no canonical text. */
function seenOf({ description, schema }: ToolDefinition, root: JsonObject): Seen | null {
  try {
    const text = canonicalJson(root === schema ? schema : [schema, referencedBy(schema, root)]);
    countWork(text.length + description.length);
    return {
      seen: { description_hash: sha256Text(description), schema_hash: sha256Text(text) },
      schema: text,
    };
  } catch {
    return null;
  }
}

function proposalOf(
  definition: ToolDefinition,
  server: string,
  fields: Fields,
  { seen, schema }: Seen,
  root: JsonObject,
): Proposal {
  // Measured: 0.3 ms per tool, and 12 µs per field.
  countWork(30_000 + fields.all.length * 1_200);
  const subject = subjectOf(definition, fields.all, server);
  const named = effectOf(subject);
  const choice = choiceOf(subject, named);
  const effect = choice?.effect ?? named.effect;
  const effects = new Set<Effect>([effect, ...Object.values(choice?.by.values ?? {})]);
  const parts = partsOf(subject, effects);
  const contents = contentsOf(subject, effects, parts);
  const amount = amountOf(subject, effects);
  const gravity = gravityOf(subject, effect);
  const result = resultOf(subject, effects, root);
  const reasons: Record<string, string> = {
    effect: effect === named.effect ? named.why : (choice?.why ?? named.why),
  };
  for (const [at, { why }] of parts.entries()) reasons[`targets[${at}]`] = why;
  for (const [at, { why }] of contents.entries()) reasons[`contents[${at}]`] = why;
  if (choice !== null) reasons.effect_by = choice.why;
  if (amount !== null) reasons.amount = amount.why;
  Object.assign(reasons, gravity.reasons, result.reasons);
  if (fields.incomplete !== null) reasons.targets = `Not all fields were looked at: ${fields.incomplete}`;
  const shown = Object.fromEntries(
    Object.entries(reasons).map(([field, why]) => [field, why.toWellFormed().slice(0, 300).toWellFormed()]),
  );
  const entry = entryOf({
    tool: definition.name,
    ...(server !== '' && { server }),
    effect,
    ...(choice !== null && { effect_by: choice.by }),
    targets: parts.map(withoutWhy),
    ...(amount !== null && { amount: withoutWhy(amount) }),
    contents: contents.map((content: ContentPart) => withoutWhy(content)),
    ...gravity.fields,
    ...result.fields,
    description: (definition.description || definition.title).slice(0, 1000).toWellFormed(),
    seen,
    reasons: shown,
  });
  return { place: definition.place, entry, seen, schema, reasons: shown };
}

function withoutWhy<T extends { why: string }>({ why: _why, ...rest }: T): Omit<T, 'why'> {
  return rest;
}
