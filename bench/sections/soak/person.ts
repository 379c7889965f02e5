/** A person of the tenant, who signs in now and then, like a browser does. */
import { ask } from '../../http.ts';
import type { Load } from './load.ts';

export const EMAIL = 'dana@soak.example';
const PASSWORD = 'violet harbour tonight 47';

export interface Person {
  origin: string;
  headers: Readonly<Record<string, string>>;
}

/** @param link the link to join with. It works once. */
export async function joinedPerson(serviceUrl: string, link: string): Promise<Person> {
  const { origin } = new URL(serviceUrl);
  const headers = { origin, 'content-type': 'application/json' };
  const token = new URL(link).hash.slice(1);
  const body = JSON.stringify({ token, name: 'Dana', email: EMAIL, password: PASSWORD });
  const { status, body: answered } = await ask({ url: `${origin}/auth/join`, headers, body });
  if (status !== 200) throw new Error(`joining was answered ${status}: ${answered}`);
  return { origin, headers };
}

export async function signInAndOut(load: Load, { origin, headers: own }: Person): Promise<void> {
  const body = JSON.stringify({ email: EMAIL, password: PASSWORD });
  const signedIn = await load.send('sign-in', { url: `${origin}/auth/sign-in/email`, headers: own, body });
  if (signedIn === null) return;
  const cookie = (signedIn.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
  const headers = { ...own, cookie };
  await load.send('me', { url: `${origin}/api/v1/me`, method: 'GET', headers });
  await load.send('sign-out', { url: `${origin}/auth/sign-out`, headers, body: '{}' });
}
