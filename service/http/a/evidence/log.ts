/** Surface A: the signed log of the key's chain: checkpoint, verifier keys, consistency, tiles. */

import { encodeBase64, formatHash } from '@assize/evidence-format';
import type { FastifyReply } from 'fastify';
import {
  checkpointOf,
  consistencySince,
  logResource,
  publishedKeyFields,
  publishedKeys,
  witnessedCheckpointOf,
} from '../../../proof/log/index.ts';
import { inTypes, routesOf } from '../../answers/routes.ts';
import { principalOf, READ } from '../../callers/access.ts';
import * as is from '../../schemas/fields.ts';
import { closed, described, describedRecord, object } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

const Note = is.text('A C2SP tlog-checkpoint: a signed note');

const VerifierKeys = describedRecord(
  'VerifierKeys',
  'To verify, get the keys from another source and compare them with these',
  {
    keys: is.list(
      object({
        vkey: is.text('In the format of C2SP signed-note'),
        valid_from: is.time(),
        valid_until: is.orNull(is.time()),
      }),
      'The oldest first',
    ),
  },
);

const Consistency = described('PROOF(from, D[to]) of RFC 6962 section 2.1.2', {
  from: is.integer(),
  to: is.integer('The size of the newest checkpoint'),
  from_root: is.text(),
  to_root: is.text(),
  proof: is.list(is.text('Base64 of 32 bytes')),
});

const route = routesOf('a', 'Evidence');

const SIGNED_NOTE = inTypes('The signed note', { 'text/plain': Note });
const CHECKPOINT = route(
  'evidenceCheckpoint',
  "Get the newest signed checkpoint, to keep where the operator can't change it",
  {
    querystring: closed({
      witnessed: is.optional(is.flag('The newest one that witnesses have cosigned, with their signatures')),
    }),
    200: SIGNED_NOTE,
    also: [404],
  },
);

const KEYS = route('evidenceVerifierKeys', 'Get the keys that sign checkpoints, and when each was valid', {
  200: VerifierKeys,
});

const CONSISTENCY = route(
  'evidenceConsistency',
  'Prove that the chain still begins with its former contents',
  {
    querystring: closed({
      from: is.integer('A former size of the chain', { minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    }),
    200: Consistency,
    also: [404],
  },
);

const LOG_CHECKPOINT = route(
  'logCheckpoint',
  'Get the newest signed checkpoint, at the path of C2SP tlog-tiles',
  { 200: SIGNED_NOTE, also: [404] },
);

const TILE = route('logTile', 'Get a tile or a bundle of entries of C2SP tlog-tiles', {
  description: '`tile/<L>/<N>[.p/<W>]` or `tile/entries/<N>[.p/<W>]`',
  params: object({ '*': is.text('Such as `0/x001/x234/067` or `entries/000.p/5`') }),
  200: inTypes('Hashes of 32 bytes end to end; or leaves, each after its length in 16 bits', {
    'application/octet-stream': is.text({ format: 'binary' }),
  }),
});

export const evidenceLogA: Noun<Pick<Services, 'db' | 'kind' | 'signing'>> = (app, services) => {
  const { db } = services;
  const sendCheckpoint = async (chain: number, reply: FastifyReply, of = checkpointOf) => {
    const { note } = await of(db, chain);
    return reply.type('text/plain; charset=utf-8').send(note);
  };

  app.get('/evidence/checkpoint', { config: READ, schema: CHECKPOINT }, (request, reply) =>
    sendCheckpoint(
      principalOf(request).chain,
      reply,
      request.query.witnessed === true ? witnessedCheckpointOf : checkpointOf,
    ),
  );
  app.get('/evidence/log/checkpoint', { config: READ, schema: LOG_CHECKPOINT }, (request, reply) =>
    sendCheckpoint(principalOf(request).chain, reply),
  );

  app.get('/evidence/verifier-keys', { config: READ, schema: KEYS }, async (request) => {
    const keys = await publishedKeys(db, principalOf(request).chain);
    return { keys: keys.map(publishedKeyFields) };
  });

  app.get('/evidence/consistency', { config: READ, schema: CONSISTENCY }, async (request) => {
    const { from, to, fromRoot, toRoot, hashes } = await consistencySince(
      services,
      principalOf(request).chain,
      request.query.from,
    );
    return {
      from,
      to,
      from_root: formatHash(fromRoot),
      to_root: formatHash(toRoot),
      proof: hashes.map(encodeBase64),
    };
  });

  app.get('/evidence/log/tile/*', { config: READ, schema: TILE }, async (request, reply) => {
    const path = `tile/${request.params['*']}`;
    return sendTile(reply, await logResource(services, principalOf(request).chain, path));
  });
};

function sendTile(reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  return reply
    .type('application/octet-stream')
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
}
