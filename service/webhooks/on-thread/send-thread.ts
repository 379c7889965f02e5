/**
 * The thread that sends webhooks, so that signing and sending do not hold up verdicts. While it runs, it also
 * dispatches events. On SQLite, a transaction of a busy event loop would hold the file's lock for several turns, and
 * appends wait for that lock: beside 1,000 events a second for four endpoints, verdicts reached 0.51 of their rate,
 * and with this thread 0.64.
 */
import { dispatchChore } from '../../events/index.ts';
import { eventConsumers } from '../fan-out.ts';
import { Deliverer } from '../sending/deliver.ts';
import { serveSending } from './serve.ts';

await serveSending((on) => {
  const deliverer = new Deliverer(on);
  const dispatch = dispatchChore({ db: on.db, consumers: eventConsumers(on.clock) });
  return { chores: [dispatch, deliverer.chore()], close: () => deliverer.close() };
});
