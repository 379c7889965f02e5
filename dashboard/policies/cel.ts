/** The Common Expression Language for the editor: its words and colours, and what a rule may use. */
import { type CompletionContext, type CompletionResult, snippetCompletion } from '@codemirror/autocomplete';
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

const VARIABLES: Record<string, string> = {
  action: 'string: the action',
  description: 'string: the description, empty without one',
  context: 'map: as in the request',
  'context.arguments': 'map: the arguments of the tool',
  'agent.id': 'string: absent if not given',
  'agent.trust': 'number: the trust that applies; absent if unknown',
  'user.id': 'string: absent if not given',
  'facts.environment': "string: 'production' or 'sandbox'",
  'facts.risk_level': "string: 'low' to 'critical'",
  'facts.is_irreversible': 'bool',
  'facts.approval': "string: 'verified', 'claimed' or 'none'",
  'facts.budget_remaining_usd': 'number: absent if there is no budget',
  'act.listed': 'bool: whether the catalogue of tools has it',
  'act.tool': 'string: its name in the catalogue',
  'act.effects': "list: such as 'send', 'pay', 'delete'",
  'act.targets': 'list: effect, kind, role, known, value',
  'act.amount_usd': 'number: absent if there is none',
  'act.contents': 'map: what the parsers found, by kind',
  'act.unreadable': 'list: places that can’t be read',
};
const CALLS: Record<string, string> = {
  'has(${field})': 'bool: whether a field is there',
  'size(${value})': 'int',
  'double(${value})': 'double',
  'string(${value})': 'string',
  'startsWith(${text})': 'bool',
  'endsWith(${text})': 'bool',
  'contains(${text})': 'bool',
  'matches(${pattern})': 'bool: RE2, without backtracking',
  'exists(${each}, ${condition})': 'bool: whether it holds for one of a list',
  'all(${each}, ${condition})': 'bool: whether it holds for each of a list',
  'filter(${each}, ${condition})': 'list',
  'orValue(${value})': 'the value of an optional, or this one',
};
const WORDS = new Set(['true', 'false', 'null', 'in']);

export const cel = StreamLanguage.define<null>({
  name: 'cel',
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^\/\/.*/)) return 'comment';
    if (stream.match(/^[rRbB]?(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/)) return 'string';
    if (stream.match(/^(?:0x[\da-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)u?/)) return 'number';
    if (stream.match(/^[A-Za-z_]\w*(?=\s*\()/)) return 'function(variableName)';
    const word = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
    if (word !== null) return WORDS.has(word[0]) ? 'keyword' : 'variableName';
    if (stream.match(/^(?:&&|\|\||[=!<>]=|[<>!+\-*/%?:.])/)) return 'operator';
    stream.next();
    return null;
  },
  languageData: { closeBrackets: { brackets: ['(', '[', '{', '"', "'"] } },
});

export const celColours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.string, color: 'var(--proceed)' },
    { tag: tags.number, color: 'var(--escalate)' },
    { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
    { tag: tags.function(tags.variableName), color: 'var(--accent)' },
    { tag: tags.operator, color: 'var(--muted)' },
    { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  ]),
);

const OPTIONS = [
  ...Object.entries(VARIABLES).map(([label, detail]) => ({ label, detail, type: 'variable' })),
  ...Object.entries(CALLS).map(([template, detail]) =>
    snippetCompletion(template, { label: template.split('(')[0] ?? template, detail, type: 'function' }),
  ),
];

export function completeCel(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/[A-Za-z_][\w.]*/);
  if (word === null && !context.explicit) return null;
  return { from: word?.from ?? context.pos, options: OPTIONS, validFor: /^[\w.]*$/ };
}
