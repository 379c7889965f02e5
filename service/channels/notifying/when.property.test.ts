/** A person is told as they wish, and told at all: over midnight, over changes of the clock, and at any rate. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isQuiet, isTimeZone, type Quiet, quietEnd, remindersOf, whenToTell } from './when.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Chatham',
];
const anyTime = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((of) => `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`);
const anyQuiet: fc.Arbitrary<Quiet> = fc
  .record({
    from: anyTime,
    to: anyTime,
    time_zone: fc.constantFrom(...ZONES),
    except_risk_at_least: fc.constantFrom('high' as const, 'critical' as const, null),
  })
  .filter(({ from, to }) => from !== to);
/** Half of them on the days on which clocks change. */
const anyMoment = fc.oneof(
  fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) }),
  fc
    .tuple(
      fc.constantFrom('2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-04', '2026-10-03'),
      fc.integer({ min: -12 * HOUR, max: 36 * HOUR }),
    )
    .map(([day, ms]) => Date.parse(day) + ms),
);

test('quiet-hours-end-at-the-first-minute-that-is-not-quiet', () => {
  fc.assert(
    fc.property(anyQuiet, anyMoment, (quiet, at) => {
      const end = quietEnd(quiet, at);
      assert.equal(isQuiet(quiet, end), false);
      if (!isQuiet(quiet, at)) return assert.equal(end, at);
      assert.ok(end > at && end <= at + 25 * HOUR, `${(end - at) / HOUR} hours`);
      const minutes = Math.floor((end - at - 1) / MINUTE);
      for (let minute = 0; minute <= minutes; minute += 1) {
        assert.ok(isQuiet(quiet, at + minute * MINUTE), `not quiet ${minute} minutes later`);
      }
    }),
    { numRuns: 300 },
  );
});

for (const [what, quiet, at, end] of [
  ['over midnight', ['22:00', '07:00'], '2026-11-26T23:30+01:00', '2026-11-27T07:00+01:00'],
  ['after midnight', ['22:00', '07:00'], '2026-11-27T06:59:59+01:00', '2026-11-27T07:00+01:00'],
  ['at their end', ['22:00', '07:00'], '2026-11-27T07:00+01:00', '2026-11-27T07:00+01:00'],
  ['over a skipped hour', ['22:00', '07:00'], '2026-03-28T23:30+01:00', '2026-03-29T07:00+02:00'],
  ['until a time that is skipped', ['22:00', '02:30'], '2026-03-28T23:30+01:00', '2026-03-29T03:00+02:00'],
  ['over an hour that comes twice', ['22:00', '07:00'], '2026-10-24T23:30+02:00', '2026-10-25T07:00+01:00'],
  ['in an hour that comes twice', ['02:10', '02:50'], '2026-10-25T02:20+01:00', '2026-10-25T02:50+01:00'],
] as const) {
  test(`quiet-hours-hold-${what.replaceAll(' ', '-')}`, () => {
    const [from, to] = quiet;
    const hours = { from, to, time_zone: 'Europe/Berlin', except_risk_at_least: null };
    assert.equal(new Date(quietEnd(hours, Date.parse(at))).toISOString(), new Date(end).toISOString());
  });
}

test('a-risk-above-the-exception-is-told-at-once', () => {
  const quiet = { from: '22:00', to: '07:00', time_zone: 'UTC', except_risk_at_least: 'high' } as const;
  const at = Date.parse('2026-11-27T23:00Z');
  const told = (risk: string | null, except: Quiet['except_risk_at_least'] = 'high') => {
    const habits = { quiet: { ...quiet, except_risk_at_least: except }, digestAbove: null };
    return (whenToTell(habits, { at, risk, expiresAt: at + 24 * HOUR }, []).at - at) / HOUR;
  };
  assert.deepEqual(
    ['low', 'medium', 'high', 'critical', null].map((risk) => told(risk)),
    [8, 8, 0, 0, 0],
  );
  assert.deepEqual(
    ['critical', null].map((risk) => told(risk, null)),
    [8, 8],
  );
});

/** Returns the messages that a person would get about all these. */
function toldOf(dues: readonly { at: number; expiresAt: number }[], digestAbove: number | null) {
  const sent: number[] = [];
  const tellings = dues.map(({ at, expiresAt }) => {
    const telling = whenToTell({ quiet: null, digestAbove }, { at, risk: 'high', expiresAt }, sent);
    if (!telling.isTogether || !sent.includes(telling.at)) sent.push(telling.at);
    return telling;
  });
  return { sent, tellings };
}

test('above-the-number-of-an-hour-messages-come-together-and-each-in-time', () => {
  const anyDues = fc
    .array(
      fc.record({ at: fc.integer({ min: 0, max: 5 * HOUR }), lasts: fc.integer({ min: MINUTE, max: HOUR }) }),
    )
    .map((some) => some.map(({ at, lasts }) => ({ at, expiresAt: at + lasts })).sort((a, b) => a.at - b.at));
  fc.assert(
    fc.property(anyDues, fc.integer({ min: 1, max: 10 }), (dues, digestAbove) => {
      const { sent, tellings } = toldOf(dues, digestAbove);
      tellings.forEach((telling, place) => {
        const { at, expiresAt } = dues[place] ?? { at: 0, expiresAt: 0 };
        assert.ok(telling.at >= at && telling.at < expiresAt && telling.at - at <= 15 * MINUTE);
        if (!telling.isTogether) return;
        assert.equal(telling.at % (15 * MINUTE), 0);
        assert.ok(sent.filter((one) => one > at - HOUR && one <= at).length >= digestAbove);
      });
      const lasting = toldOf(
        dues.map(({ at }) => ({ at, expiresAt: at + HOUR })),
        digestAbove,
      ).sent;
      for (const one of lasting) {
        const inHour = lasting.filter((other) => other > one - HOUR && other <= one).length;
        assert.ok(inHour <= digestAbove + 4, `${inHour} messages in an hour`);
      }
    }),
    { numRuns: 200 },
  );
  const alone = toldOf(
    Array.from({ length: 9 }, (_, at) => ({ at, expiresAt: HOUR })),
    null,
  );
  assert.equal(
    alone.tellings.some(({ isTogether }) => isTogether),
    false,
  );
});

test('reminds-at-half-the-time-and-ten-minutes-before-the-end', () => {
  assert.deepEqual(remindersOf({ askedAt: 0, expiresAt: 24 * HOUR }), [12 * HOUR, 24 * HOUR - 10 * MINUTE]);
  assert.deepEqual(remindersOf({ askedAt: 0, expiresAt: 20 * MINUTE }), [10 * MINUTE]);
  assert.deepEqual(remindersOf({ askedAt: 0, expiresAt: 5 * MINUTE }), [2.5 * MINUTE]);
});

test('knows-the-names-of-time-zones', () => {
  assert.deepEqual(['Europe/Berlin', 'UTC', 'Mars/Base', ''].map(isTimeZone), [true, true, false, false]);
});
