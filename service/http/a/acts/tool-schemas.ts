/** The schemas of the catalogue of tools on Surface A. */

import { RISK_LEVELS } from '@assize/act-reading/risk';
import { DETECT, EFFECTS, TARGET_KINDS, TARGET_ROLES } from '@assize/act-reading/targets';
import { CONTENT_KINDS } from '@assize/act-reading/tools';
import { FORMATS as IMPORT_FORMATS } from '@assize/act-reading/tools/import';
import Type from 'typebox';
import { TOOL_STATES } from '../../../tools/index.ts';
import { EffectName } from '../../answers/enums.ts';
import { named } from '../../answers/named.ts';
import { IsoTime, orNull, pageOfItems } from '../../answers/response-schemas.ts';
import { NO_NUL } from '../../requests/context-schema.ts';
import { pageCursor, pageLimit } from '../../requests/evidence-filters.ts';

const closed = { additionalProperties: false } as const;
const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: 256, pattern: NO_NUL, description });
const Path = Type.String({
  minLength: 1,
  maxLength: 256,
  pattern: NO_NUL,
  description: 'A place in the arguments: to, message.to, recipients[*].email, headers.*, $ for all of them',
});
const Hash = Type.String({ pattern: '^sha256:[0-9a-f]{64}$' });

const Target = named(
  'ToolTarget',
  Type.Object(
    {
      path: Path,
      kind: Type.Enum([...TARGET_KINDS, DETECT]),
      role: Type.Enum([...TARGET_ROLES]),
      effect: Type.Optional(
        Type.Enum([...EFFECTS], { description: 'An effect that counts only if this target is present' }),
      ),
    },
    closed,
  ),
);

const Content = named(
  'ToolContent',
  Type.Object(
    {
      path: Path,
      kind: Type.Enum([...CONTENT_KINDS]),
      dialect: Type.Optional(Type.String({ minLength: 1, maxLength: 32, pattern: NO_NUL })),
    },
    closed,
  ),
);

const EffectBy = named(
  'EffectByArgument',
  Type.Object(
    {
      path: Path,
      values: Type.Record(Type.String({ maxLength: 128 }), EffectName, {
        minProperties: 1,
        maxProperties: 64,
      }),
    },
    { ...closed, description: 'The effect by the value of an argument; for any other value, effect' },
  ),
);

const Amount = named(
  'ToolAmount',
  Type.Object(
    {
      path: Path,
      currency: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 256,
          pattern: NO_NUL,
          description:
            'A code such as USD, or the path of the argument that holds it; US dollars if left out',
        }),
      ),
      in_cents: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
);

const FIELDS = {
  tool: name('Its name, such as gmail.send_email, or send_email with a server; with *, a pattern for names'),
  server: Type.Optional(name('The server that the tool belongs to')),
  effect: EffectName,
  effect_by: Type.Optional(EffectBy),
  targets: Type.Optional(Type.Array(Target, { maxItems: 32 })),
  amount: Type.Optional(Amount),
  contents: Type.Optional(Type.Array(Content, { maxItems: 16 })),
  risk_level: Type.Optional(Type.Enum([...RISK_LEVELS], { description: 'The minimum risk' })),
  is_irreversible: Type.Optional(Type.Boolean()),
  description: Type.Optional(Type.String({ maxLength: 1024, pattern: NO_NUL })),
  reasons: Type.Optional(
    Type.Record(Type.String({ maxLength: 256 }), Type.String({ maxLength: 300, pattern: NO_NUL }), {
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

export const WrittenEntry = named('NewToolEntry', Type.Object(FIELDS, { ...closed, examples: [EXAMPLE] }));

export const Entry = named(
  'ToolEntry',
  Type.Object({
    ...FIELDS,
    effect: Type.Optional(EffectName),
    targets: Type.Array(Target),
    contents: Type.Array(Content),
    seen: Type.Optional(
      Type.Object(
        { description_hash: Hash, schema_hash: Hash },
        { description: "The tool's own description when it was proposed" },
      ),
    ),
  }),
);

/** An entry that is not stored yet. */
export const SuggestedEntry = Entry;
export const Tool = named(
  'Tool',
  Type.Object(
    {
      tool_id: Type.String(),
      status: Type.Enum([...TOOL_STATES]),
      entry: Entry,
      hash: Type.String({ description: 'SHA-256 of the entry' }),
      source: Type.String({ description: 'import, ready:NAME, review (corrected in the review) or hand' }),
      revision: Type.Integer({
        description: 'The revision of the catalogue in which it got its current form',
      }),
      changed_at: IsoTime,
      changed_by: Type.String({ description: 'A key, a member, or operator for the command line' }),
      evidence_id: Type.String(),
    },
    { description: 'The current entry' },
  ),
);

const former_entry = orNull(Entry, 'For a tool that has changed: the entry accepted before; otherwise null');

export const ToolWithFormer = named(
  'ToolWithFormer',
  Type.Object({ ...Tool.properties, former_entry }, { description: 'The current entry' }),
);

export const ListQuery = Type.Object(
  {
    status: Type.Optional(Type.Enum([...TOOL_STATES], { description: 'Default: all except removed ones' })),
    server: Type.Optional(name('Only tools of this server, spelled as in their entries')),
    limit: pageLimit,
    cursor: pageCursor,
  },
  closed,
);

export const ListedTools = named('ToolPage', pageOfItems(Tool));

export const toolParams = Type.Object({ tool_id: Type.String() });

export const PutBody = Type.Object({ entry: WrittenEntry }, { ...closed, examples: [{ entry: EXAMPLE }] });

export const ImportBody = named(
  'ToolImport',
  Type.Object(
    {
      source: Type.Optional(
        Type.Unknown({
          description:
            'The document: the answer of MCP tools/list, a list of function tools as OpenAI or AI SDKs take them, or an OpenAPI document. Send either this or ready',
        }),
      ),
      ready: Type.Optional(name('The name of a ready catalogue, such as gmail')),
      format: Type.Optional(Type.Enum([...IMPORT_FORMATS], { description: 'Detected if left out' })),
      server: Type.Optional(name('The server that the tools belong to')),
      inferred: Type.Optional(
        Type.Boolean({
          description:
            'Whether the definitions were inferred from calls, as suggestions are: the first import of the real ones then does not count as a change of the tools',
          default: false,
        }),
      ),
      accept: Type.Optional(
        Type.Boolean({ description: 'Accept all now, without a review', default: false }),
      ),
    },
    { ...closed, examples: [{ ready: 'gmail', accept: true }] },
  ),
);

export const ReviewBody = named(
  'ToolReview',
  Type.Object(
    {
      accept: Type.Optional(
        Type.Array(
          Type.Object(
            {
              tool_id: Type.String({ maxLength: 64 }),
              entry: Type.Optional(WrittenEntry),
              hash: Type.Optional(
                Type.String({
                  maxLength: 80,
                  description: 'The hash of the entry that you saw; 409 if it has changed',
                }),
              ),
            },
            closed,
          ),
          { maxItems: 500 },
        ),
      ),
      reject: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 500 })),
    },
    { ...closed, examples: [{ accept: [{ tool_id: 'tool_0123456789abcdef01234567' }], reject: [] }] },
  ),
);
