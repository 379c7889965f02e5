/**
 * Generates the types of the API from its description: all named schemas, for programs that import the client; and
 * the paths of Surface A with their requests and responses, for the dashboard.
 */
import openapiTS, { astToString } from 'openapi-typescript';

const HEADER = '/** The shapes of the API, made from docs/openapi.json by `npm run generate`. */\n\n';

type Operation = { responses: Record<string, { headers?: unknown }> };
type Path = Record<string, Operation | undefined>;

/** @param text the description in OpenAPI 3.1, as JSON. @returns a module in TypeScript */
export async function apiTypes(text: string): Promise<string> {
  const { openapi, info, paths, components } = JSON.parse(text);
  const surfaceA = Object.entries<Path>(paths).filter(([route]) => route.startsWith('/api/v1/'));
  for (const operation of surfaceA.flatMap(([, methods]) => Object.values(methods))) {
    if (operation !== undefined) keepSuccesses(operation);
  }
  const { schemas } = components;
  const described = { openapi, info, paths: Object.fromEntries(surfaceA), components: { schemas } };
  const made = await openapiTS(JSON.stringify(described), {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return HEADER + astToString(made);
}

/** Refusals have one shape, for every route. */
function keepSuccesses({ responses }: Operation): void {
  for (const [status, response] of Object.entries(responses)) {
    if (status.startsWith('2')) delete response.headers;
    else delete responses[status];
  }
}
