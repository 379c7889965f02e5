/** Evaluations by a token of a trusted issuer, compared with those by a key, on one service. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Context } from '../context.ts';
import { askJson } from '../http.ts';
import { CONNECTIONS, type Compared, compare, ratioTitles, sideOf, warmUp } from '../load/measure.ts';
import type { DatabaseKind } from '../options.ts';
import { GRAVE } from '../question.ts';
import { atMost, type Part } from '../report.ts';
import { post, requireVerdict, startNew, withKey } from '../servers/assize.ts';

export const title = 'verdicts by a token, compared with a key';

const AUDIENCE = 'assize-bench';
const ALGORITHM = 'RS256';

export async function onDatabase(context: Context, kind: DatabaseKind): Promise<Part> {
  const { issuer, token } = await startIssuer(context);
  const running = await startNew(context, kind, { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' });
  await askJson(
    post(running, '/api/v1/issuers', {
      name: 'bench',
      issuer,
      audience: AUDIENCE,
      jwks_uri: issuer,
      mapping: { scopes: "['governance:evaluate']" },
    }),
  );
  const byKey = { ...running, name: 'a key' };
  const byToken = { ...withKey(running, token), name: 'a token' };
  await requireVerdict(byToken, GRAVE, 'block');
  await warmUp(context, [byKey, byToken]);
  const rows: Compared[] = [];
  for (const connections of context.options.connections) {
    rows.push(...(await compare(context, sideOf(byKey), [sideOf(byToken)], connections)));
  }
  const checks = rows
    .filter(({ name, connections }) => name === 'a token' && connections === CONNECTIONS)
    .map(({ cpuRatio }) => atMost(1.1, '×', cpuRatio, `CPU of a key, ${CONNECTIONS} connections`));
  const notes = ['The token names its agent, has a signature of 2,048 bits and is verified once.'];
  return { tables: [{ name: 'verdicts', rows, titles: ratioTitles('a key') }], checks, notes };
}

/** Serves its keys at its own address. @returns it with a token for the agent of the ordinary question. */
async function startIssuer(context: Context): Promise<{ issuer: string; token: string }> {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: ALGORITHM, use: 'sig' }];
  const server = createServer((_request, response) => void response.end(JSON.stringify({ keys })));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  context.cleanup.add(async () => void server.close().closeAllConnections());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  const claims = { jti: 'one', repository: 'acme/payments', ref: 'refs/heads/main' };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, kid: 'one' })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setSubject('agent-7')
    .setIssuedAt()
    .setExpirationTime('12h')
    .sign(privateKey);
  return { issuer, token };
}
