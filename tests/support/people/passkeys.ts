/** Makes passkeys on the account page. */
import type { FastifyInstance } from 'fastify';
import type { Device } from './authenticator.ts';
import { post } from './sign-in.ts';

export const ORIGIN = 'http://localhost';

/** Asks for the device's options, and sends its answer. */
export async function register(app: FastifyInstance, cookie: string, made: Device, password?: string) {
  const wanted = { name: 'A passkey', ...(password !== undefined && { password }) };
  const begun = await post(app, '/auth/passkey/begin-registration', wanted, { cookie });
  if (begun.status !== 200) return begun;
  const response = made.make(begun.body, ORIGIN);
  const both = { cookie: `${cookie}; ${begun.cookie}` };
  return post(app, '/auth/passkey/verify-registration', { response, name: 'A passkey' }, both);
}
