/**
 * Loaded into a service and its threads before their own code (`node --import`): sets the wall clock as a test wants
 * it.
 */
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

/** A file that is being written is empty for a moment, which changes nothing. */
function look(): number {
  const text = readFileSync(file, 'utf8');
  return text === '' ? offsetMs : Number(text);
}
