/** Answers that are held back until something happens, the caller goes, or the service stops. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../keys/index.ts';
import { admitAgain } from './access.ts';
import type { Surface } from './errors.ts';

/**
 * @param hold gets what aborts when the caller has hung up.
 * @throws {Failure} where the key was revoked meanwhile: who no longer has one must not get what happened since.
 */
export async function heldAnswer<T>(
  { authenticator }: { authenticator: Authenticator },
  surface: Surface,
  request: FastifyRequest,
  reply: FastifyReply,
  hold: (gone: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const answer = await hold(gone.signal);
  await admitAgain(authenticator, surface, request);
  return answer;
}
