/** The client that the gateway is at an authorization server: a configured one, a document, or one it registers. */
import { registerClient } from '@modelcontextprotocol/client';
import type { ServerMetadata } from 'openid-client';
import { guardedFetch } from './guarded-fetch.ts';
import { LoginProblem, saidBy } from './problem.ts';
import type { OAuthClient } from './tokens.ts';

export interface ClientWanted {
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  clientMetadataUrl?: string | undefined;
  /** Where the browser comes back to; undefined in the device flow. */
  redirectUrl?: string | undefined;
  scope?: string | undefined;
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** @throws {LoginProblem} where there is none, and none can be registered */
export async function clientAt(
  metadata: ServerMetadata,
  wanted: ClientWanted,
  server: string,
): Promise<OAuthClient> {
  const { clientId, clientSecret, clientMetadataUrl } = wanted;
  if (clientId !== undefined) return { id: clientId, secret: clientSecret };
  if (clientMetadataUrl !== undefined && metadata.client_id_metadata_document_supported === true)
    return { id: clientMetadataUrl };
  if (metadata.registration_endpoint === undefined) {
    throw new LoginProblem(
      'The authorization server registers no clients by itself. Register one there, for 127.0.0.1 as the address to come back to, and give its id with --client-id.',
    );
  }
  return registered(metadata, wanted, server);
}

async function registered(
  metadata: ServerMetadata,
  { redirectUrl, scope }: ClientWanted,
  server: string,
): Promise<OAuthClient> {
  const grant = redirectUrl === undefined ? DEVICE_GRANT : 'authorization_code';
  try {
    const information = await registerClient(metadata.issuer, {
      metadata: metadata as NonNullable<Parameters<typeof registerClient>[1]['metadata']>,
      clientMetadata: {
        client_name: 'Assize gateway',
        redirect_uris: redirectUrl === undefined ? [] : [redirectUrl],
        grant_types: [grant, 'refresh_token'],
        response_types: redirectUrl === undefined ? [] : ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
      ...(scope !== undefined && { scope }),
      fetchFn: guardedFetch(server),
    });
    return {
      id: information.client_id,
      secret: information.client_secret,
      method: information.token_endpoint_auth_method,
    };
  } catch (error) {
    if (error instanceof LoginProblem) throw error;
    throw new LoginProblem(
      `The authorization server does not register the gateway: ${saidBy(error)}. Register a client there, and give its id with --client-id.`,
      { cause: error },
    );
  }
}
