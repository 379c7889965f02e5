/**
 * The work that follows an event, in the transaction that gives it its place: the same on the event loop and on the
 * sending thread.
 */
import type { EventConsumer } from '../events/index.ts';
import type { Clock } from '../foundation/clock.ts';
import { noticeConsumer } from '../notices/index.ts';
import { fanOut } from './fan-out.ts';

export function eventConsumers(clock: Clock): readonly EventConsumer[] {
  return [fanOut(clock), noticeConsumer];
}
