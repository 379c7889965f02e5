/** Stands in for the import until it is there. */
import { canonicalJson, type JsonObject, sha256Text } from '@assize/evidence-format';
import { Failure } from '../foundation/failure.ts';
import type { WrittenEntry } from './entry.ts';

export const FORMATS = ['mcp', 'openai', 'functions', 'openapi'] as const;
export type ImportFormat = (typeof FORMATS)[number];

export function readSource(source: unknown, { server }: { format?: ImportFormat; server?: string }) {
  const { tools } = source as { tools?: unknown };
  if (!Array.isArray(tools)) {
    throw Failure.invalid([{ field: ['source'], message: 'It is no list of tools', type: 'value_error' }]);
  }
  const entries = tools.map(
    ({ name, description = '', inputSchema = {} }): WrittenEntry => ({
      tool: name,
      ...(server !== undefined && { server }),
      effect: 'execute',
      description,
      seen: {
        description_hash: sha256Text(description),
        schema_hash: sha256Text(canonicalJson(inputSchema as JsonObject)),
      },
      reasons: { effect: 'nothing says what it does' },
    }),
  );
  return { entries, faults: [] as { place: string; message: string }[] };
}

export async function readyCatalogue(name: string, server?: string): Promise<{ entries: WrittenEntry[] }> {
  if (name !== 'gmail') throw new Failure('not_found', 'There is no ready catalogue of this name.');
  return { entries: [{ tool: 'send_email', server: server ?? 'gmail', effect: 'send' }] };
}
