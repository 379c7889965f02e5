/** Tampering with the catalogue of tools, and with the records of its changes. */
import { type RawBuilder, sql } from 'kysely';
import { at, nowhere, run, type Tampering } from '../tampering.ts';

const alter = (name: string, change: string) =>
  run(
    ({ chain }) =>
      sql`UPDATE tools SET ${sql.raw(change)} WHERE chain = ${chain} AND name = ${name} AND until_revision IS NULL`,
  );
const ofTools = (statement: (chain: number) => RawBuilder<unknown>) => run(({ chain }) => statement(chain));

const tool = (
  promise: string,
  tamper: Tampering['tamper'],
  index: Tampering['index'],
  what: RegExp,
): Tampering => ({ promise, tables: ['tools'], tamper, registry: 'tools', index, what });

export const TOOLS: Tampering[] = [
  tool(
    'a-tool-that-is-gone',
    ofTools((chain) => sql`DELETE FROM tools WHERE chain = ${chain} AND name = 'bankpay'`),
    at('tools.accept'),
    /the catalogue does not hold the change/,
  ),
  tool(
    'an-invented-tool',
    ofTools(
      (chain) =>
        sql`INSERT INTO tools (chain, tool_id, since_revision, state, name, source, hash, document, evidence_id, changed_at, changed_by)
          SELECT chain, 'tool_0123456789abcdef01234567', 1, 'accepted', 'other', source, hash, document, 'ev_0123456789abcdef01234567', 1, 'k'
          FROM tools WHERE chain = ${chain} AND name = 'bankpay' AND until_revision IS NULL`,
    ),
    nowhere,
    /no record of who made tool tool_0123456789abcdef01234567 accepted/,
  ),
  tool(
    'a-proposal-that-accepted-itself',
    alter('bankread', "state = 'accepted'"),
    at('tools.propose'),
    /its state\./,
  ),
  tool(
    'another-entry',
    alter('bankpay', "hash = 'sha256:0'"),
    nowhere,
    /not the entry that its hash and name say/,
  ),
  tool(
    'another-document',
    alter('bankpay', "document = '{}'"),
    nowhere,
    /not the entry that its hash and name say/,
  ),
  tool('a-tool-under-another-name', alter('bankpay', "name = 'banklook'"), nowhere, /hash and name say/),
  tool(
    'a-tool-of-another-source',
    alter('bankpay', "source = 'ready:bank'"),
    at('tools.accept'),
    /its source\./,
  ),
  tool(
    'a-tool-that-ended-unseen',
    alter('bankpay', 'until_revision = 99'),
    nowhere,
    /for as long as its changes say/,
  ),
  tool(
    'a-tool-at-another-time',
    alter('bankpay', 'changed_at = changed_at + 1'),
    at('tools.accept'),
    /the time\./,
  ),
  tool('a-tool-by-another', alter('bankpay', "changed_by = 'other'"), at('tools.accept'), /who it was\./),
];
