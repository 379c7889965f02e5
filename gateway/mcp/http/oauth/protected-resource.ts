/**
 * Each server as a protected resource of OAuth: its metadata (RFC 9728), which says where tokens for it come from, and
 * the challenge (RFC 6750, section 3) that leads a client there.
 */
import { getOAuthProtectedResourceMetadataUrl } from '@modelcontextprotocol/server';
import type { Listen, ListenOAuth, WrappedServer } from '../../../configuration/configuration.ts';

/** Where OAuth is configured. */
export interface Protection {
  oauth: ListenOAuth;
  publicUrl: string;
}

export function protectionOf({ oauth, publicUrl }: Listen): Protection | undefined {
  return oauth === undefined || publicUrl === undefined ? undefined : { oauth, publicUrl };
}

/** The path of a server at the gateway. */
export function pathOf({ name }: Pick<WrappedServer, 'name'>): string {
  return `/${encodeURIComponent(name)}/mcp`;
}

/** The resource that a token for the server is given for (RFC 8707). */
export function resourceOf({ publicUrl }: Protection, server: Pick<WrappedServer, 'name'>): string {
  return `${publicUrl}${pathOf(server)}`;
}

export function scopesOf({ oauth }: Protection, { name }: Pick<WrappedServer, 'name'>): readonly string[] {
  return Object.hasOwn(oauth.scopes, name) ? (oauth.scopes[name] ?? []) : [];
}

/** @returns the server whose metadata is at this path, which the well-known part begins (RFC 9728, section 3.1) */
export function describedAt(path: string, servers: readonly WrappedServer[]): WrappedServer | undefined {
  return servers.find((server) => path === `/.well-known/oauth-protected-resource${pathOf(server)}`);
}

export function metadataOf(protection: Protection, server: WrappedServer): object {
  const scopes = scopesOf(protection, server);
  return {
    resource: resourceOf(protection, server),
    authorization_servers: [protection.oauth.issuer],
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    bearer_methods_supported: ['header'],
    resource_name: server.name,
  };
}

/** @param error why the token that was sent does not do; undefined where none was sent */
export function challengeOf(
  protection: Protection,
  server: WrappedServer,
  error?: { code: 'invalid_token' | 'insufficient_scope'; description: string },
): string {
  const scopes = scopesOf(protection, server);
  const metadata = getOAuthProtectedResourceMetadataUrl(new URL(resourceOf(protection, server)));
  const parts = [
    ...(error === undefined ? [] : [`error="${error.code}"`, `error_description="${error.description}"`]),
    ...(scopes.length === 0 ? [] : [`scope="${scopes.join(' ')}"`]),
    `resource_metadata="${metadata}"`,
  ];
  return `Bearer ${parts.join(', ')}`;
}
