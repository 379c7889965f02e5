/** A sender that loads what it sends with when the first webhook is due: many installations have none. */
import type { Sender, SenderDeps } from './send.ts';

export function senderWhenDue(deps: SenderDeps): Sender {
  let opening: Promise<Sender> | null = null;
  const open = async (): Promise<Sender> => (await import('./send.ts')).createSender(deps);
  return {
    async send(...message) {
      opening ??= open();
      return (await opening).send(...message);
    },
    async close() {
      await (await opening)?.close();
    },
  };
}
