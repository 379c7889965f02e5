/** Tries a channel: whether messages could be sent by it now. */
import { type Channel, ChannelError } from '../channel.ts';
import type { ChannelDeps } from '../kind.ts';
import type { ChannelRow } from './channel-row.ts';
import { openChannel } from './open.ts';

const TIMEOUT_MS = 10_000;

/** Whether messages could be sent now, in words. */
export interface Tested {
  works: boolean;
  /** For a person. */
  message: string;
}

/** Posts a test message where the channel can only be tried so. */
export async function testChannel(deps: ChannelDeps, row: ChannelRow): Promise<Tested> {
  let channel: Channel | null = null;
  try {
    channel = await openChannel(deps, row);
    return { works: true, message: await channel.check(AbortSignal.timeout(TIMEOUT_MS)) };
  } catch (error) {
    if (error instanceof ChannelError) return { works: false, message: error.message };
    throw error;
  } finally {
    await channel?.close();
  }
}
