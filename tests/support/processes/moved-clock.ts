/** Loaded into a service and its threads before their own code (`node --import`): the wall clock that a test sets. */
import { readFileSync } from 'node:fs';

const file = process.env.MOVED_CLOCK ?? '';
const LOOK_EVERY_MS = 20;
const realNow = Date.now;
let offsetMs = look();

setInterval(() => {
  offsetMs = look();
}, LOOK_EVERY_MS).unref();

Date.now = () => realNow() + offsetMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [target.now()] : values, newTarget),
});

/** What is being written, and is empty for a moment, changes nothing. */
function look(): number {
  const text = readFileSync(file, 'utf8');
  return text === '' ? offsetMs : Number(text);
}
