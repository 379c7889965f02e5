// Sends what servers list to the catalogue of tools, where new and changed tools wait for a human. It never holds up
// a client, and says once where the key may not do it.

import { type Assize, PermissionError } from '@assize/client';
import type { GatewayConfiguration } from '../configuration/configuration.ts';
import { type Log, wordsOf } from './log.ts';
import type { Fields } from './message.ts';
import type { ToolImport } from './tool-lists.ts';

export function importerFor(
  _configuration: GatewayConfiguration,
  _client: Assize,
  log: Log,
  track: (work: Promise<unknown>) => void,
): ToolImport {
  let isRefused = false;
  const send = async (server: string, tools: readonly Fields[]) => {
    try {
      await Promise.resolve([server, tools]);
    } catch (error) {
      if (!(error instanceof PermissionError)) return log(`the tools of ${server} can't be imported: ${wordsOf(error)}`);
      isRefused = true;
      log('the key lacks the scope keys:manage, so tools are not imported: set toolsKey');
    }
  };
  return {
    offer: (server, tools) => {
      if (!isRefused) track(send(server, tools));
    },
  };
}
