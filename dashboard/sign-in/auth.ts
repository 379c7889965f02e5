/** Signing in and out. These calls are for people only; everything else on a page calls the published API. */
import { ApiError, Unreachable } from '../api/client.ts';

export interface Ways {
  password: boolean;
  passkey: boolean;
  oidc: { name: string } | null;
  /** The address at which this browser signed in by SAML last. */
  saml: string | null;
  mail: boolean;
}

/** @throws {ApiError} with the message of the service. */
export async function auth<Data>(path: string, body?: unknown): Promise<Data> {
  const init =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`/auth${path}`, { credentials: 'same-origin', ...init }).catch(
    (error: unknown) => {
      throw new Unreachable(error);
    },
  );
  const said = (await answer.json().catch(() => null)) as
    | (Data & { message?: string; detail?: unknown })
    | null;
  if (!answer.ok) throw new ApiError(answer.status, { detail: said?.detail ?? said?.message });
  return said as Data;
}

/** Removes everything of the session from this tab. */
export async function signOut(): Promise<void> {
  await auth('/sign-out', {});
  // The next person in this tab must not see these drafts.
  sessionStorage.clear();
  location.assign('/sign-in');
}
