/** The device flow (RFC 8628), for a machine without a browser: the person enters a code on another one. */
import {
  type Configuration,
  initiateDeviceAuthorization,
  pollDeviceAuthorizationGrant,
  type TokenEndpointResponse,
} from 'openid-client';
import { allowed } from './guarded-fetch.ts';
import { LoginProblem, saidBy } from './problem.ts';

/** @param server the address of the MCP server. @throws {LoginProblem} */
export async function tokensByDevice(
  configuration: Configuration,
  { resource, scope, server }: { resource: string; scope: string | undefined; server: string },
  print: (lines: readonly string[]) => void,
): Promise<TokenEndpointResponse> {
  if (configuration.serverMetadata().device_authorization_endpoint === undefined) {
    throw new LoginProblem(
      'The authorization server has no device flow. Log in with a browser, without --device.',
    );
  }
  try {
    const asked = await initiateDeviceAuthorization(configuration, {
      resource,
      ...(scope !== undefined && { scope }),
    });
    const address = allowed(asked.verification_uri, server);
    print([`Open this address on any device: ${address.href}`, `Enter this code there: ${asked.user_code}`]);
    return await pollDeviceAuthorizationGrant(configuration, asked, { resource });
  } catch (error) {
    if (error instanceof LoginProblem) throw error;
    throw new LoginProblem(`The login failed: ${saidBy(error)}`, { cause: error });
  }
}
