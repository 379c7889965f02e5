/** Signing in and out. These calls are for people only; everything else that a page does is a call of the published API. */
import { ApiError, Unreachable } from '../api/client.ts';

export interface Ways {
  password: boolean;
  passkey: boolean;
  oidc: { name: string } | null;
  mail: boolean;
}

/** @throws {ApiError} with what the service says. */
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

/** Leaves nothing of the session behind in this tab. */
export async function signOut(): Promise<void> {
  await auth('/sign-out', {});
  // Drafts of the next person in this tab are their own.
  sessionStorage.clear();
  location.assign('/sign-in');
}
