/** The name of a tool as an action: its server, and its own. */
import type { Tool } from '../../client/api.ts';

export function nameOf({ server, tool }: Pick<Tool['entry'], 'server' | 'tool'>): string {
  return server === undefined ? tool : `${server}.${tool}`;
}
