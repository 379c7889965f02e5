/** How the gateway shows a server that it is logged in: the interface of gateway/oauth to the upstream. */
import type { FetchLike } from '@modelcontextprotocol/client';

export interface ServerLogin {
  /** Returns the token to send, or undefined without a login. @throws {Unanswered} */
  token(): Promise<string | undefined>;
  /**
   * Returns another token in place of a refused one.
   * @param refusal the answer with 401
   * @throws {Unanswered} in words for the client
   */
  renewed(refused: string | undefined, refusal: Response): Promise<string>;
  /** Says how to get these scopes, in words for the client; without any, how to log in again. */
  widening(scopes: readonly string[]): string;
  /** Returns the values that must not be shown. */
  secrets(): string[];
}

/** Sends the token with each request, and once more with another one where the server refuses it. */
export function fetchWithLogin(login: ServerLogin, next: FetchLike): FetchLike {
  return async (url, init) => {
    const token = await login.token();
    const answer = await next(url, bearing(init, token));
    if (answer.status !== 401) return answer;
    await answer.body?.cancel();
    return next(url, bearing(init, await login.renewed(token, answer)));
  };
}

function bearing(init: RequestInit | undefined, token: string | undefined): RequestInit {
  const headers = new Headers(init?.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}
