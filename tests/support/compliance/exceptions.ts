/** Asks for reports of exceptions, and signs them off. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, type Call } from '../http/in-process.ts';
import type { Device } from '../people/authenticator.ts';
import { ORIGIN } from '../people/passkeys.ts';
import { HERE, post } from '../people/sign-in.ts';
import { until } from '../until.ts';

export const EXCEPTIONS = '/api/v1/compliance/exceptions';

/** A report, untyped, because the test looks at it. */
export type Report = Answer['body'];

export async function reported(app: FastifyInstance, body: object = {}, call: Call = {}): Promise<Report> {
  let answer: Answer | undefined;
  // Once a checkpoint covers the evidence, which may take longer than one request waits.
  await until(async () => {
    answer = await ask(app, 'a', EXCEPTIONS, { ...call, body });
    return answer.status !== 503;
  });
  assert.ok(answer?.status === 200, JSON.stringify(answer?.body));
  return answer.body;
}

/** The kinds that occurred, with their numbers. */
export function countsIn({ exceptions }: Report): Record<string, number> {
  const found = exceptions.filter(({ count }: Report) => count > 0);
  return Object.fromEntries(found.map(({ kind, count }: Report) => [kind, count]));
}

export function listedIn({ exceptions }: Report, kind: string): Report[] {
  return exceptions.find((each: Report) => each.kind === kind)?.listed ?? assert.fail(`no ${kind}`);
}

/** The bytes of its file. */
export async function fileOf(app: FastifyInstance, id: string, headers: object): Promise<Buffer> {
  const answer = await app.inject({ url: `${EXCEPTIONS}/${id}/json`, headers: { ...HERE, ...headers } });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.rawPayload;
}

/** Asks for the statement, signs it on the device, and hands it in. @param alter changes what is handed in. */
export async function signedOff(
  app: FastifyInstance,
  id: string,
  {
    cookie,
    device,
    subject = {},
    alter = (given) => given,
  }: {
    cookie: string;
    device: Device;
    subject?: object;
    alter?: (given: Record<string, unknown>) => object;
  },
) {
  const prepared = await post(app, `${EXCEPTIONS}/${id}/sign-offs/prepare`, subject, { cookie });
  if (prepared.status !== 200) return prepared;
  const { challenge, rp_id: rpId, statement } = prepared.body;
  const made = device.signIn({ challenge, rpId }, ORIGIN) as { id: string; response: Record<string, string> };
  const base64 = (text = '') => Buffer.from(text, 'base64url').toString('base64');
  const given = alter({
    ...subject,
    signed_at: statement.signed_at,
    credential_id: made.id,
    authenticator_data: base64(made.response.authenticatorData),
    client_data_json: base64(made.response.clientDataJSON),
    signature: base64(made.response.signature),
  });
  return post(app, `${EXCEPTIONS}/${id}/sign-offs`, given, { cookie });
}
