/** How the gateway logs in to a server that demands OAuth: `oauth` in the entry of a server at an address. */
import * as z from 'zod';

const text = z.string().min(1);

export const serverOAuth = z
  .strictObject({
    /** `authorization_code`: a person runs `assize gateway login`. `client_credentials`: the gateway itself is the client. */
    grant: z.enum(['authorization_code', 'client_credentials']).optional(),
    /** The client that is registered there. Without it, the gateway registers itself where that is offered. */
    clientId: text.optional(),
    /** The variable that holds the client's secret. */
    clientSecretEnv: z.string().regex(/^\w+$/, 'give the name of a variable, not its value').optional(),
    /** The address of a document that describes the client: its id, where the server accepts such documents. */
    clientMetadataUrl: z.url({ protocol: /^https$/ }).optional(),
    scopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'a scope is one word')).optional(),
    /** The port on 127.0.0.1 that is registered for the client. Without it, any free one. */
    redirectPort: z.int().min(1).max(65_535).optional(),
  })
  .refine(
    ({ grant, clientId, clientSecretEnv }) =>
      grant !== 'client_credentials' || (clientId !== undefined && clientSecretEnv !== undefined),
    'client_credentials needs clientId and clientSecretEnv',
  )
  .refine(
    ({ clientId, clientSecretEnv }) => clientId !== undefined || clientSecretEnv === undefined,
    'clientSecretEnv needs clientId',
  );

export type ServerOAuth = z.infer<typeof serverOAuth>;
