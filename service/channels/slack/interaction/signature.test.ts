/** A request is Slack's if it is signed with the app's secret, and is not old. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SignedRequest, signatureFault } from './signature.ts';

/** The example in Slack's documentation, "Verifying requests from Slack". */
const SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
const GENUINE = {
  timestamp: '1531420618',
  signature: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  body: Buffer.from(
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
  ),
} satisfies SignedRequest;
const AT = 1_531_420_618_000;

test('accepts-the-example-of-the-documentation', () => {
  assert.equal(signatureFault(GENUINE, SECRET, AT), null);
  assert.equal(signatureFault(GENUINE, SECRET, AT + 300_000), null);
});

const REFUSED: [what: string, request: SignedRequest, secret: string, nowMs: number, why: RegExp][] = [
  ['another secret', GENUINE, SECRET.replace('8', '9'), AT, /signature/],
  [
    'a changed body',
    { ...GENUINE, body: Buffer.concat([GENUINE.body, Buffer.from(' ')]) },
    SECRET,
    AT,
    /signature/,
  ],
  ['a changed time', { ...GENUINE, timestamp: '1531420619' }, SECRET, AT, /signature/],
  ['no signature', { ...GENUINE, signature: undefined }, SECRET, AT, /signature/],
  ['a cut signature', { ...GENUINE, signature: GENUINE.signature.slice(0, -2) }, SECRET, AT, /signature/],
  [
    'another version',
    { ...GENUINE, signature: GENUINE.signature.replace('v0', 'v1') },
    SECRET,
    AT,
    /signature/,
  ],
  ['no time', { ...GENUINE, timestamp: undefined }, SECRET, AT, /timestamp/],
  ['a time in words', { ...GENUINE, timestamp: 'now' }, SECRET, AT, /timestamp/],
  ['an old request', GENUINE, SECRET, AT + 300_001, /five minutes/],
  ['a request from the future', GENUINE, SECRET, AT - 300_001, /five minutes/],
];

for (const [what, request, secret, nowMs, why] of REFUSED) {
  test(`refuses-${what.replaceAll(' ', '-')}`, () => {
    assert.match(signatureFault(request, secret, nowMs) ?? '', why);
  });
}
