/** Requests that once blocked the event loop, or could, each as large as the service accepts. */
import type { RawRequest } from './raw-request.ts';

/** The size limit of a body, minus some room for the rest of it. */
const ROOM_BYTES = 250_000;

/** Contexts that fill a body, each in a different way. */
export const LARGE_CONTEXTS: Readonly<Record<string, string>> = {
  text: `"a":"${'x'.repeat(ROOM_BYTES)}"`,
  members: asMany((place) => `"k${place.toString(36)}":${place}`),
  objects: `"a":[${asMany(() => '{"a":0}')}]`,
  numbers: `"a":[${asMany((place) => `0.${place}12345678901`)}]`,
  nested: `"a":[${asMany(() => `${'[{"a":'.repeat(14)}0${'}]'.repeat(14)}`)}]`,
  escapes: `"a":"${'\\u0001'.repeat(ROOM_BYTES / 6)}"`,
};

export function evaluation(context: string, action = 'payment.send'): RawRequest {
  // It warns, so that an approval is opened, and the list of approvals shows the context too.
  return post(
    '/api/v1/core/governance/evaluate',
    `{"action":"${action}","context":{"risk_level":"critical",${context}}}`,
  );
}

const PATTERNS = Array.from({ length: 900 }, (_, place) => ({
  action: `${'*a'.repeat(120)}*b${place}`,
  is_irreversible: true,
}));

/** @param settings those in force. */
export function dearCatalogue(settings: object): RawRequest {
  return put('/api/v1/settings', { settings: { ...settings, catalogue: PATTERNS }, expected_version: 0 });
}

const ERRING = `context.a.exists(a, context.a.exists(b, bool("${'x'.repeat(1000)}")))`;
const BLANKS = `true${' '.repeat(2040)}`;
export const ERRING_RULES = rules(5, () => ERRING);
export const BLANK_RULES = rules(100, () => BLANKS);

/** Each item checks every pattern and every rule. */
export function dearBatch(items: number): RawRequest {
  const evaluations = Array.from({ length: items }, (_, place) => ({
    action: `${'a'.repeat(240)}.${place}`,
    context: { a: Array.from({ length: 60 }, (_, number) => number) },
  }));
  return post('/api/v1/core/governance/evaluate/batch', JSON.stringify({ evaluations }));
}

const TYPES = Array.from({ length: 36_000 }, (_, place) => place.toString(36));
export const manyTypes = post(
  '/api/v1/evidence/export',
  JSON.stringify({ format: 'json', artifact_types: TYPES }),
);

export const PAGES: Readonly<Record<string, RawRequest>> = {
  'search of a hundred': post('/api/v1/evidence/search', '{"limit":100}'),
  'search further back': post('/api/v1/evidence/search', '{"limit":100,"offset":20}'),
  'list of a thousand': get('b', '/v1/evidence?limit=1000'),
  'approvals on one surface': get('a', '/api/v1/approvals?limit=1000'),
  'approvals on the other': get('b', '/v1/approvals?limit=1000'),
  'the latest of each type': get('a', '/api/v1/evidence/latest'),
  'a compliance check': post('/api/v1/core/compliance/check', '{"framework":"soc2"}'),
  'all keys': get('a', '/api/v1/api-keys'),
};

export function post(url: string, body: string): RawRequest {
  return { surface: 'a', method: 'POST', url, body };
}

export function put(url: string, body: object): RawRequest {
  return { surface: 'a', method: 'PUT', url, body: JSON.stringify(body) };
}

export function get(surface: 'a' | 'b', url: string): RawRequest {
  return { surface, method: 'GET', url, body: null };
}

function rules(count: number, when: (place: number) => string) {
  return Array.from({ length: count }, (_, place) => ({
    id: `r${place}`,
    when: when(place),
    effect: 'block',
  }));
}

function asMany(one: (place: number) => string): string {
  const all: string[] = [];
  for (let length = 0; length < ROOM_BYTES - 300; length += (all.at(-1)?.length ?? 0) + 1)
    all.push(one(all.length));
  return all.join(',');
}
