/**
 * Reads how a client's entry says that it logs in to a server. The gateway logs in by itself, so only the client that
 * is registered there is kept: its id and scopes go into the command to run, its secret into a variable.
 */

export interface ImportedLogin {
  /** Undefined where the entry does not say that the server demands a login. */
  options?: readonly string[];
  secret?: string;
  /** Why the gateway can't log in this way. */
  reason?: string;
}

/** Where the secret of the client stays: in `env` of the entry. */
export const SECRET_VARIABLE = 'MCP_CLIENT_SECRET';
/** Fields of an entry about its login: those of Claude Code, Gemini CLI and Cursor. */
export const LOGIN_FIELDS = ['oauth', 'auth', 'authProviderType'];
/** Members of such a field that need nothing, since the gateway finds them out. */
const FOUND_OUT = new Set([
  'enabled',
  'authorizationUrl',
  'tokenUrl',
  'authServerMetadataUrl',
  'redirectUri',
]);
/** A word that means nothing else to a shell. */
const WORD = /^[\w.:/@+-]{1,500}$/;

export function loginIn(entry: object): ImportedLogin {
  const { oauth, auth, authProviderType } = entry as Record<string, unknown>;
  if (authProviderType !== undefined && authProviderType !== 'dynamic_discovery')
    return {
      reason: `it signs in by ${JSON.stringify(authProviderType)}, which the gateway does not support`,
    };
  const field = oauth ?? auth;
  if (field === undefined || field === true)
    return authProviderType === undefined && field === undefined ? {} : { options: [] };
  if (typeof field !== 'object' || field === null || Array.isArray(field))
    return { reason: 'its field about OAuth is not an object' };
  const { clientId, CLIENT_ID, clientSecret, CLIENT_SECRET, scopes, callbackPort, ...others } =
    field as Record<string, unknown>;
  const unknown = Object.keys(others).find((name) => !FOUND_OUT.has(name));
  if (unknown !== undefined) return { reason: `the gateway does not know "${unknown}" of its OAuth` };
  const id = clientId ?? CLIENT_ID;
  const secret = clientSecret ?? CLIENT_SECRET;
  const scope = Array.isArray(scopes)
    ? scopes
    : String(scopes ?? '')
        .split(/\s+/)
        .filter(Boolean);
  const words = [id, callbackPort, ...scope].filter((word) => word !== undefined).map(String);
  if (!words.every((word) => WORD.test(word)) || (secret !== undefined && typeof secret !== 'string'))
    return { reason: 'its OAuth has a value that the gateway does not know how to use' };
  return {
    options: [
      ...(id === undefined ? [] : ['--client-id', String(id)]),
      ...(secret === undefined ? [] : ['--client-secret-from', SECRET_VARIABLE]),
      ...(scope.length === 0 ? [] : ['--scope', `"${scope.join(' ')}"`]),
      ...(callbackPort === undefined ? [] : ['--redirect-port', String(callbackPort)]),
    ],
    ...(typeof secret === 'string' && { secret }),
  };
}
