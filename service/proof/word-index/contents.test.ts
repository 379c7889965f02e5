/** With any filter, a search by contents finds exactly the artifacts that a look at every payload finds. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { testOnEachDatabase } from '../../../tests/support/databases/databases.ts';
import { openWithoutHttp, PRODUCTION_KEY } from '../../../tests/support/http/in-process.ts';
import { until } from '../../../tests/support/until.ts';
import { viewOf } from '../../evidence/search/index.ts';
import { searchContents } from './contents.ts';
import { BLOCK } from './entries.ts';
import { type TermKind, termOf } from './terms.ts';
import { indexedBlocks, subjectSecret } from './word-index.ts';
import { wordsOf } from './words.ts';

const ARTIFACTS = 2 * BLOCK + 300;
/** More words than the index keeps of one payload. */
const LONG = Array.from({ length: 1100 }, (_, place) => `filler${place}`).join(' ');

interface Told {
  terms: Partial<Record<TermKind, string>>;
  words: string;
  verdict: string | null;
  payload: string;
}

/** The first agent has more than an eighth of a block, and the second less. */
function tell(place: number): Told {
  const agent = place % 3 === 0 ? 'agent-busy' : place % 90 === 1 ? 'Agent-Rare' : `agent-${place % 40}`;
  const tool = place % 2 === 0 ? 'mail.send' : 'files.read';
  const target = `person-${place % 700}@example.com`;
  const note =
    place % 500 === 7 ? `grüße straße ${LONG}` : place % 4 === 0 ? 'hello everyone' : `note ${place}`;
  const held = place % 5 === 0;
  const payload = {
    facts: { act: { reaches: [{ value: target }], tool: { id: `tol_${tool}`, name: tool } } },
    laws: { safety_dominance: held ? { warn: 'high risk' } : { pass: 'low risk' } },
    request: { action: 'a', agent_id: agent, context: { arguments: { note }, session_id: `s${place % 9}` } },
  };
  return {
    terms: {
      agent_id: agent.toLowerCase(),
      tool,
      target,
      session_id: `s${place % 9}`,
      ...(held && { law: 'safety_dominance' }),
    },
    words: `${note}${held ? ' high risk' : ''}`,
    verdict: held ? 'escalate' : 'proceed',
    payload: JSON.stringify(payload),
  };
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const asked = fc.record({
  terms: fc.record(
    {
      agent_id: fc.constantFrom('agent-busy', 'agent-rare', 'agent-7', 'agent-none'),
      tool: fc.constantFrom('mail.send', 'files.read'),
      target: fc.constantFrom('person-3@example.com', 'person-699@example.com'),
      session_id: fc.constantFrom('s1', 's8', 'none'),
      law: fc.constantFrom('safety_dominance', 'budget_conservation'),
    },
    { requiredKeys: [] },
  ),
  text: maybe(fc.constantFrom('HELLO', 'everyone hello', 'risk', 'note 4001', 'GRÜSSE', 'filler1099', 'low')),
  verdict: maybe(fc.constantFrom('proceed', 'escalate', 'block')),
  most: fc.integer({ min: 1, max: 300 }),
  below: maybe(fc.nat(ARTIFACTS)),
});

testOnEachDatabase('finds-exactly-what-payloads-hold', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const { db } = service;
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  const first = (await viewOf(db, chain)).end;
  const all = Array.from({ length: ARTIFACTS - first }, (_, place) => tell(place + first));
  await Promise.all(
    all.map(({ payload, verdict }) =>
      service.appender.append({
        chain,
        artifact: {
          id: service.ids.random('ev'),
          artifact_type: 'governance_eval',
          action: 'a',
          verdict,
          actor: 'a',
          created_at: service.clock.now(),
          payload,
        },
      }),
    ),
  );
  await until(async () => (await indexedBlocks(db, chain)) === 2);
  const secret = await subjectSecret(service);
  for (const indexed of [0, 2]) {
    const check = fc.asyncProperty(asked, async ({ terms, text = '', verdict, most, below }) => {
      const words = wordsOf(text);
      const view = await viewOf(db, chain, below);
      const wanted = all.flatMap((each, at) => {
        const hasTerms = Object.entries(terms).every(
          ([kind, value]) => each.terms[kind as TermKind] === value,
        );
        const held = new Set(wordsOf(each.words));
        const isWanted = hasTerms && words.every((word) => held.has(word));
        return isWanted && (verdict ?? each.verdict) === each.verdict ? [at + first] : [];
      });
      const older = wanted.filter((position) => position < view.end).reverse();
      const sought = {
        terms: Object.entries(terms).map(([kind, value]) => termOf(kind as TermKind, value)),
        words,
        filter: { verdict },
      };
      // Goes on until all is found, as pages do.
      const found: number[] = [];
      for (let end = view.end; end > 0 && found.length < most; ) {
        const step = { ...sought, chain, secret, view: { ...view, end }, most: most - found.length };
        const { positions, searchedTo } = await searchContents(db, {
          kind: 'search',
          ...step,
          indexed: Math.min(indexed, Math.floor(end / BLOCK)),
        });
        assert.ok(searchedTo < end, 'each step gets further');
        found.push(...positions);
        end = searchedTo;
      }
      const isNamed = Object.keys(terms).length > 0 || words.length > 0;
      if (isNamed) assert.deepEqual(found, older.slice(0, most));
    });
    await fc.assert(check, { numRuns: 40 });
  }
});
