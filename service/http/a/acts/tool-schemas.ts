/** The schemas of the catalogue of tools on Surface A. */

import { RISK_LEVELS } from '@assize/act-reading/risk';
import { DETECT, EFFECTS, TARGET_KINDS, TARGET_ROLES } from '@assize/act-reading/targets';
import { CONFIDENTIALITIES, CONTENT_KINDS, RESULT_SOURCES } from '@assize/act-reading/tools';
import { FORMATS as IMPORT_FORMATS } from '@assize/act-reading/tools/import';
import { OUTCOMES } from '../../../tools/change/index.ts';
import { TOOL_STATES } from '../../../tools/index.ts';
import { EffectName } from '../../answers/enums.ts';
import { pageOfItems } from '../../answers/response-schemas.ts';
import * as is from '../../schemas/fields.ts';
import {
  body,
  closed,
  closedRecord,
  described,
  describedRecord,
  named,
  namedBody,
  object,
  record,
} from '../../schemas/objects.ts';

const Path = is.label(
  'A place in the arguments: to, message.to, recipients[*].email, headers.*, $ for all of them',
);
const Hash = is.text({ pattern: '^sha256:[0-9a-f]{64}$' });

const Target = closedRecord('ToolTarget', {
  path: Path,
  kind: is.oneOf([...TARGET_KINDS, DETECT]),
  role: is.oneOf(TARGET_ROLES),
  effect: is.optional(is.oneOf(EFFECTS, 'An effect that counts only if this target is present')),
});

const Content = closedRecord('ToolContent', {
  path: Path,
  kind: is.oneOf(CONTENT_KINDS),
  dialect: is.optional(is.text({ minLength: 1, maxLength: 32, pattern: is.NO_NUL })),
});

const EffectBy = named(
  'EffectByArgument',
  object(
    {
      path: Path,
      values: is.dictionary(is.text({ maxLength: 128 }), EffectName, {
        minProperties: 1,
        maxProperties: 64,
      }),
    },
    {
      additionalProperties: false,
      description: 'The effect by the value of an argument; for any other value, effect',
    },
  ),
);

const Amount = closedRecord('ToolAmount', {
  path: Path,
  currency: is.optional(
    is.label('A code such as USD, or the path of the argument that holds it; US dollars if left out'),
  ),
  in_cents: is.optional(is.flag()),
});

const FIELDS = {
  tool: is.label(
    'Its name, such as gmail.send_email, or send_email with a server; with *, a pattern for names',
  ),
  server: is.optional(is.label('The server that the tool belongs to')),
  effect: EffectName,
  effect_by: is.optional(EffectBy),
  targets: is.optional(is.list(Target, { maxItems: 32 })),
  amount: is.optional(Amount),
  contents: is.optional(is.list(Content, { maxItems: 16 })),
  risk_level: is.optional(is.oneOf(RISK_LEVELS, 'The minimum risk')),
  is_irreversible: is.optional(is.flag()),
  result: is.optional(
    is.oneOf(
      RESULT_SOURCES,
      'Where the values of its results come from: own, a register that you keep; content, what someone outside may have written. Undeclared if left out',
    ),
  ),
  result_fields: is.optional(
    is.dictionary(is.text({ minLength: 1, maxLength: 128, pattern: is.NO_NUL }), is.oneOf(RESULT_SOURCES), {
      maxProperties: 64,
      description: 'Where the values of single members come from, by their name, at any depth of the result',
    }),
  ),
  confidentiality: is.optional(is.oneOf(CONFIDENTIALITIES, 'How confidential its results are')),
  description: is.optional(is.text({ maxLength: 1024, pattern: is.NO_NUL })),
  reasons: is.optional(
    is.dictionary(is.text({ maxLength: 256 }), is.text({ maxLength: 300, pattern: is.NO_NUL }), {
      maxProperties: 80,
      description: 'Why each field was proposed',
    }),
  ),
};

const EXAMPLE = {
  tool: 'gmail.send_email',
  effect: 'send' as const,
  targets: [{ path: 'to[*]', kind: 'email' as const, role: 'recipient' as const }],
};

export const WrittenEntry = namedBody('NewToolEntry', [EXAMPLE], FIELDS);

export const Entry = record('ToolEntry', {
  ...FIELDS,
  effect: is.optional(EffectName),
  targets: is.list(Target),
  contents: is.list(Content),
  seen: is.optional(
    described("The tool's own description when it was proposed", {
      description_hash: Hash,
      schema_hash: Hash,
    }),
  ),
});

/** An entry that is not stored yet. */
export const SuggestedEntry = Entry;
export const Tool = describedRecord('Tool', 'The current entry', {
  tool_id: is.text(),
  status: is.oneOf(TOOL_STATES),
  entry: Entry,
  hash: is.text('SHA-256 of the entry'),
  source: is.text('import, ready:NAME, review (corrected in the review) or hand'),
  revision: is.integer('The revision of the catalogue in which it got its current form'),
  changed_at: is.time(),
  changed_by: is.text('A key, a member, or operator for the command line'),
  evidence_id: is.text(),
});

const former_entry = is.orNull(
  Entry,
  'For a tool that has changed: the entry accepted before; otherwise null',
);

export const ToolWithFormer = describedRecord('ToolWithFormer', 'The current entry', {
  ...Tool.properties,
  former_entry,
  arguments_schema: is.orNull(
    is.open(),
    'The JSON Schema of its arguments, of an accepted tool; null where none is known',
  ),
});

export const ListQuery = closed({
  status: is.optional(is.oneOf(TOOL_STATES, 'Default: all except removed ones')),
  server: is.optional(is.label('Only tools of this server, spelled as in their entries')),
  ...is.page,
});

export const ListedTools = named('ToolPage', pageOfItems(Tool));

export const toolParams = object({ tool_id: is.text() });

export const PutBody = body([{ entry: EXAMPLE }], { entry: WrittenEntry });

export const ImportBody = namedBody('ToolImport', [{ ready: 'gmail', accept: true }], {
  source: is.optional(
    is.unknown(
      'The document: the answer of MCP tools/list, a list of function tools as OpenAI or AI SDKs take them, or an OpenAPI document. Send either this or ready',
    ),
  ),
  ready: is.optional(is.label('The name of a ready catalogue, such as gmail')),
  format: is.optional(is.oneOf(IMPORT_FORMATS, 'Detected if left out')),
  server: is.optional(is.label('The server that the tools belong to')),
  inferred: is.optional(
    is.flag({
      description:
        'Whether the definitions were inferred from calls, as suggestions are: the first import of the real ones then does not count as a change of the tools',
      default: false,
    }),
  ),
  accept: is.optional(is.flag({ description: 'Accept all now, without a review', default: false })),
});

export const ReviewBody = namedBody(
  'ToolReview',
  [{ accept: [{ tool_id: 'tool_0123456789abcdef01234567' }], reject: [] }],
  {
    accept: is.optional(
      is.list(
        closed({
          tool_id: is.text({ maxLength: 64 }),
          entry: is.optional(WrittenEntry),
          hash: is.optional(
            is.text('The hash of the entry that you saw; 409 if it has changed', { maxLength: 80 }),
          ),
        }),
        { maxItems: 500 },
      ),
    ),
    reject: is.optional(is.list(is.text({ maxLength: 64 }), { maxItems: 500 })),
  },
);

const notice = is.orNull(
  is.text(),
  'The effects of this change, if it accepted the first entry of the environment; otherwise null',
);

export const PutTool = describedRecord('PutTool', 'The current entry', { ...Tool.properties, notice });

export const Imported = describedRecord(
  'ImportedTools',
  'The result for each tool, in the order of the document',
  {
    tools: is.list(
      object({
        tool_id: is.orNull(is.text(), 'null if it was refused'),
        name: is.text(),
        result: is.oneOf(OUTCOMES),
        reason: is.text(),
        entry: is.orNull(Entry, 'As it was proposed; null if it was refused'),
      }),
    ),
    counts: is.dictionary(is.oneOf(OUTCOMES), is.integer()),
    notice,
  },
);

export const Reviewed = describedRecord('ReviewedTools', 'The current entries: first the accepted ones', {
  tools: is.list(Tool),
  notice,
});
