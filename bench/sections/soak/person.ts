/** A person of the tenant, who signs in now and then as a browser does. */
import { ask } from '../../http.ts';
import type { RunningAssize } from '../../servers/assize.ts';
import type { Load } from './load.ts';

const EMAIL = 'dana@soak.example';
const PASSWORD = 'violet harbour tonight 47';

export interface Person {
  headers: Readonly<Record<string, string>>;
}

/** @param link with which they join. It works once. */
export async function joinedPerson({ url }: RunningAssize, link: string): Promise<Person> {
  const { origin } = new URL(url);
  const headers = { origin, 'content-type': 'application/json' };
  const token = new URL(link).hash.slice(1);
  const body = JSON.stringify({ token, name: 'Dana', email: EMAIL, password: PASSWORD });
  const { status, body: answered } = await ask({ url: `${origin}/auth/join`, headers, body });
  if (status !== 200) throw new Error(`joining was answered ${status}: ${answered}`);
  return { headers };
}

export async function signInAndOut(running: RunningAssize, load: Load, { headers }: Person): Promise<void> {
  const { origin } = new URL(running.url);
  const credentials = JSON.stringify({ email: EMAIL, password: PASSWORD });
  const signedIn = await load.send('sign-in', {
    url: `${origin}/auth/sign-in/email`,
    headers,
    body: credentials,
  });
  if (signedIn === null) return;
  const cookie = (signedIn.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
  await load.send('me', { url: `${origin}/api/v1/me`, method: 'GET', headers: { ...headers, cookie } });
  await load.send('sign-out', {
    url: `${origin}/auth/sign-out`,
    headers: { ...headers, cookie },
    body: '{}',
  });
}
