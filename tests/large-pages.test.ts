/** A page of large records is shorter than requested, so that it comes quickly; no record is lost. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { ask, askOk, evaluate } from './support/http/in-process.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';

/** Together larger than the payloads of a page, and than a piece that is read at once. */
const RECORDS = 30;
const LARGE = { risk_level: 'high', note: 'x'.repeat(240_000) };
const SMALL = { risk_level: 'high' };

/** @returns ids of evidence, newest first. */
async function fill(app: FastifyInstance): Promise<{ evidence: string[]; approvals: string[] }> {
  const evidence: string[] = [];
  const approvals: string[] = [];
  for (let place = 0; place < RECORDS; place += 1) {
    const context = place % 5 === 0 ? SMALL : LARGE;
    const { body } = await evaluate(app, 'a', { action: `a.${place}`, context });
    evidence.unshift(body.evidence_id);
    approvals.push(body.approval_id);
  }
  return { evidence, approvals };
}

interface Page {
  items: Record<string, never>[];
  next_cursor: string | null;
}

async function pagesOf(app: FastifyInstance, url: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const body = await askOk(app, 'b', `${url}?limit=1000${cursor}`);
    pages.push(body);
    cursor = body.next_cursor === null ? null : `&cursor=${body.next_cursor}`;
  }
  return pages;
}

testAsTenantOnEachDatabase('pages-of-large-records-are-shorter-and-hold-each-once', async ({ app }) => {
  const { evidence, approvals } = await fill(app);

  const listed = await pagesOf(app, '/v1/evidence');
  assert.ok(listed.length > 1);
  const evaluations = listed
    .flatMap(({ items }) => items)
    .filter(({ artifact_type: type }) => type === 'governance_eval');
  assert.deepEqual(
    evaluations.map(({ evidence_id: id }) => id),
    evidence,
  );

  const waiting = await pagesOf(app, '/v1/approvals');
  assert.ok(waiting.length > 1);
  const items = waiting.flatMap((page) => page.items);
  assert.deepEqual(
    items.map(({ approval_id: id }) => id),
    approvals,
  );
  const contexts = items.map(({ context }) => context);
  assert.deepEqual(
    contexts,
    approvals.map((_, place) => (place % 5 === 0 ? SMALL : LARGE)),
  );
});

testAsTenantOnEachDatabase('a-search-of-large-records-is-whole-and-says-its-length', async ({ app }) => {
  const { evidence } = await fill(app);
  const { status, headers, body } = await ask(app, 'a', '/api/v1/evidence/search', {
    body: { artifact_type: 'governance_eval', limit: 100 },
  });
  assert.deepEqual(
    { status, total: body.total, limit: body.limit, offset: body.offset },
    { status: 200, total: RECORDS, limit: 100, offset: 0 },
  );
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  assert.ok(Number(headers['content-length']) > 240_000 * (RECORDS * 0.8));
  assert.deepEqual(
    body.items.map(({ id }: { id: string }) => id),
    evidence,
  );
  for (const { id, payload } of body.items) {
    const { body: alone } = await ask(app, 'a', `/api/v1/evidence/${id}`);
    assert.deepEqual(payload, alone.payload);
  }
});
