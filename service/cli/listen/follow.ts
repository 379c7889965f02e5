/**
 * Yields events one after another. If the source is lost, it says so once, and misses no event in between.
 */
import { describe } from '../terminal.ts';
import { type EventSource, type HeardEvent, pause, Refused } from './source.ts';

const TRY_AGAIN_EVERY_MS = 1000;

/**
 * Ends when `stop` aborts.
 * @param note tells the person about anything but events.
 * @throws where the source can't be read from the beginning, or refuses for good.
 */
export async function* follow(
  source: EventSource,
  after: number | undefined,
  note: (text: string) => void,
  stop: AbortSignal,
): AsyncGenerator<HeardEvent> {
  let next = after;
  let state: 'new' | 'heard' | 'lost' = 'new';
  while (!stop.aborted) {
    try {
      const page = await source.read(next, stop);
      if (state === 'new') note(`Listening to ${source.name}. Ctrl-C ends it.`);
      if (state === 'lost') note(`${source.name} is back.`);
      state = 'heard';
      next = page.next;
      yield* page.items;
    } catch (error) {
      if (stop.aborted) return;
      if (state === 'new' || error instanceof Refused) throw error;
      if (state === 'heard') note(`Lost ${source.name}, trying again. (${describe(error)})`);
      state = 'lost';
      await pause(TRY_AGAIN_EVERY_MS, stop);
    }
  }
}
