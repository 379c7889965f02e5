/**
 * Log lines are written in order and complete, however few bytes the other side takes at a time, and lost
 * ones are counted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LogOutput, type Sink } from './output.ts';

const LOST = (lost: number) => `lost ${lost}\n`;
const LONG = `${'x'.repeat(99_999)}\n`;

/** Takes this many bytes at a time, and none while `broken`. */
function slowSink(most: number) {
  const sink = { text: '', broken: false, write: null as unknown as Sink };
  sink.write = (bytes, done) => {
    setImmediate(() => {
      if (sink.broken) return done(new Error('no space left'), 0);
      const taken = Math.min(most, bytes.length);
      sink.text += bytes.toString('latin1', 0, taken);
      done(null, taken);
    });
  };
  return sink;
}

test('writes-every-line-where-a-few-bytes-are-taken-at-a-time', async () => {
  const sink = slowSink(7);
  const output = new LogOutput(sink.write, LOST);
  const lines = Array.from({ length: 100 }, (_, number) => `line ${number}\n`);
  for (const line of lines) output.write(line);
  assert.equal(await output.flush(10_000), true);
  assert.equal(sink.text, lines.join(''));
});

test('keeps-what-was-not-taken-and-counts-what-there-was-no-room-for', async () => {
  const sink = slowSink(1_000_000);
  sink.broken = true;
  const output = new LogOutput(sink.write, LOST);
  for (let line = 0; line < 15; line++) output.write(LONG);
  assert.equal(await output.flush(20), false);
  sink.broken = false;
  assert.equal(await output.flush(10_000), true);
  output.write('again\n');
  assert.equal(await output.flush(10_000), true);
  assert.equal(sink.text, `${LONG.repeat(10)}lost 5\nagain\n`);
});

test('says-that-nothing-is-left-where-nothing-was-logged', async () => {
  assert.equal(await new LogOutput(slowSink(1).write, LOST).flush(0), true);
});
