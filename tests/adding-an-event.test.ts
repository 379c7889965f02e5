/** The steps for a new event type and a new notice in CONTRIBUTING.md work: documents, API description and texts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { EVENT_TYPES, eventDefinition, NOTICE_KINDS } from '@assize/service/events/index.ts';
import { letterOf } from '@assize/service/notices/letters/texts.ts';

const DOCS = path.join(import.meta.dirname, '../docs');
const EVENTS = readFileSync(path.join(DOCS, 'events.md'), 'utf8').split('\n');
const OPENAPI = readFileSync(path.join(DOCS, 'openapi.json'), 'utf8');
const ADDRESSEE = { tenant: 'acme', environment: 'production', baseUrl: 'http://localhost', nowMs: 0 };

for (const type of EVENT_TYPES) {
  test(`documents-and-describes-${type}`, () => {
    const { when, data } = eventDefinition(type) ?? { when: '', data: [] };
    const row = EVENTS.find((line) => line.startsWith(`| \`${type}\` |`)) ?? '';
    for (const name of data) assert.ok(row.includes(`\`${name}\``), `docs/events.md lacks ${name}: ${row}`);
    assert.ok(OPENAPI.includes(`"${type}"`), 'docs/openapi.json lacks it among the types');
    const described = JSON.stringify(`- \`${type}\` (${when}): \`${data.join('`, `')}\``).slice(1, -1);
    assert.ok(OPENAPI.includes(described), `docs/openapi.json lacks ${described}`);
  });
}

for (const kind of NOTICE_KINDS) {
  test(`has-a-letter-and-a-description-of-${kind}`, () => {
    const { subject, heading, advice } = letterOf(kind, ADDRESSEE, [{}]);
    for (const text of [subject, heading, advice.join(' ')]) assert.notEqual(text.trim(), '');
    assert.ok(OPENAPI.includes(`"${kind}"`), 'docs/openapi.json lacks it');
  });
}
