/** Requests with which a tenant could block others, or once did: none delays others' verdicts. */
import assert from 'node:assert/strict';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import {
  BLANK_RULES,
  dearBatch,
  dearCatalogue,
  ERRING_RULES,
  evaluation,
  get,
  LARGE_CONTEXTS,
  manyTypes,
  PAGES,
  post,
} from './support/event-loop/attacks.ts';
import { type ProbedService, startProbedService } from './support/event-loop/probed.ts';
import { type RawAnswer, type RawRequest, sendRaw } from './support/event-loop/raw-request.ts';
import { watch } from './support/event-loop/watch.ts';
import { SANDBOX_KEY } from './support/http/in-process.ts';

/** More than one page of search results. */
const LARGE_ARTIFACTS = 120;
const ENDPOINTS = 40;

async function require2xx(service: ProbedService, request: RawRequest): Promise<RawAnswer> {
  const answer = await sendRaw(service.baseUrl, request);
  assert.ok(answer.status < 300, `${request.method} ${request.url}: ${JSON.stringify(answer.body)}`);
  return answer;
}

testOnEachDatabase('large-requests-and-large-pages-leave-others-their-turn', async (location, t) => {
  const service = await startProbedService(t, location);
  const contexts = Object.entries(LARGE_CONTEXTS);
  const watching = watch(t, service);
  for (const [name, context] of contexts)
    await watching.send(`an evaluation of ${name}`, evaluation(context));
  for (let place = 0; place < LARGE_ARTIFACTS; place += 1) {
    await require2xx(service, evaluation(contexts[place % contexts.length]?.[1] ?? ''));
  }
  for (const [name, request] of Object.entries(PAGES)) {
    const { status } = await watching.send(name, request);
    assert.equal(status, 200, name);
  }
  await watching.end();
});

testOnOneDatabase('costly-rules-patterns-and-lists-leave-others-their-turn', async (location, t) => {
  const service = await startProbedService(t, location);
  const watching = watch(t, service);
  const refused = await watching.send('36,000 types of artifacts', manyTypes);
  assert.equal(refused.status, 422);
  assert.ok(refused.body.detail.some(({ type }: { type: string }) => type === 'too_long'));
  const rules = JSON.stringify(BLANK_RULES);
  await watching.send('a hundred rules of blanks', post('/api/v1/policies/validate', `{"rules":${rules}}`));
  const simulated = `{"action":"a","policy":{"rules":${rules}}}`;
  await watching.send('the same as a draft', post('/api/v1/core/governance/simulate', simulated));

  const { body } = await require2xx(service, get('a', '/api/v1/settings'));
  await watching.send('900 patterns', dearCatalogue(body.settings));
  await watching.send('a batch under 900 patterns', dearBatch(100));
  await require2xx(
    service,
    post('/api/v1/policies', JSON.stringify({ name: 'erring', rules: ERRING_RULES })),
  );
  await require2xx(
    service,
    post('/api/v1/policies/erring/activate', '{"version":1,"expected_version":null}'),
  );
  await watching.send('a batch under rules that err', dearBatch(40));
  await watching.end();
});

testOnEachDatabase(
  'unread-downloads-and-targets-without-a-name-leave-others-their-turn',
  async (location, t) => {
    const service = await startProbedService(t, location);
    for (const key of [undefined, SANDBOX_KEY]) {
      for (let place = 0; place < 100; place += 1) {
        await require2xx(service, {
          ...evaluation(LARGE_CONTEXTS.text ?? ''),
          ...(key === undefined ? {} : { key }),
        });
      }
    }
    for (let place = 0; place < ENDPOINTS; place += 1) {
      await require2xx(service, post('/api/v1/webhooks', `{"url":"https://name${place}.invalid/"}`));
    }
    const watching = watch(t, service);
    const unread: IncomingMessage[] = [];
    t.after(() => {
      for (const download of unread) download.destroy();
    });
    await watching.during('four unread downloads and forty targets', async () => {
      for (const key of [undefined, undefined, SANDBOX_KEY, SANDBOX_KEY]) {
        const asked = {
          ...post('/api/v1/evidence/export', '{"format":"json"}'),
          ...(key === undefined ? {} : { key }),
        };
        const { body } = await require2xx(service, asked);
        unread.push(await begin(service.baseUrl, body.download_url));
      }
      return sendRaw(service.baseUrl, evaluation(LARGE_CONTEXTS.objects ?? ''));
    });
    await watching.end();
  },
);

/** Returns the answer before any of it is read. */
function begin(baseUrl: string, downloadUrl: string): Promise<IncomingMessage> {
  const { pathname, search } = new URL(downloadUrl);
  return new Promise((resolve, reject) => {
    httpGet(baseUrl + pathname + search, (answer) => resolve(answer.on('error', () => undefined))).on(
      'error',
      reject,
    );
  });
}
