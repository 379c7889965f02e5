/** The messages for a SIEM: valid in each format, and never more than one, also with hostile texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Fact,
  messageOf,
  octetCounted,
  RENDERING_VERSION,
  type Rendering,
  summaryOf,
} from '@assize/service/siem/messages/index.ts';
import { ocsfFaults } from './support/siem/ocsf.ts';
import { readSyslog } from './support/siem/sinks.ts';

const RENDERING: Rendering = {
  version: RENDERING_VERSION,
  format: 'ocsf',
  detail: 'summary',
  facility: null,
  tenant: 'acme',
  environment: 'production',
  chain: 'chn_000000000001',
  host: 'assize.example.org',
};

const FACT: Fact = {
  id: 'ev_01a21fcd07931862846ac25e',
  position: 7,
  type: 'governance_eval',
  at: 1_790_000_000_000,
  action: 'mail.send',
  verdict: 'block',
  actor: 'agent-7',
  hash: 'ab'.repeat(32),
  summary: null,
};

const HOSTILE = [
  'a\n<13>1 2026-01-01T00:00:00Z evil assize - x - forged',
  'a\r\n42 <13>1 forged',
  '\ufeff\u2028\u2029\u0000\u0007\u001b[31m\u0085\u009b',
  'act=proceed suser=root | \\ = \\n CEF:0|x|y|1|z|n|0|',
  '"}\n{"class_uid":6003',
  '\u202eright to left, 漢字, 🙂',
];

const TYPES = [
  ...['governance_eval', 'action_executed', 'action_approved', 'action_rejected', 'compliance_check'],
  ...['trust_update', 'governance_change', 'evidence.integrity_failed', 'key.expiring', 'sink.gap'],
];

test('every-kind-of-record-and-event-is-valid-ocsf', () => {
  for (const type of TYPES) {
    for (const verdict of [null, 'proceed', 'escalate', 'block']) {
      for (const action of [null, 'member.sign_in', 'key.create', 'key.revoke', 'policy.activate']) {
        const event = JSON.parse(messageOf({ ...FACT, type, verdict, action }, RENDERING));
        assert.deepEqual(ocsfFaults(event), [], `${type} ${verdict} ${action}`);
        assert.equal(event.metadata.version, '1.8.0');
      }
    }
  }
});

test('no-text-can-begin-another-message-or-another-field', () => {
  for (const text of HOSTILE) {
    const summary = summaryOf('governance_eval', {
      request: { agent_id: text, context: { session_id: text } },
      laws: { safety_dominance: { fail: text } },
    });
    const fact = { ...FACT, action: text, actor: text, summary };
    for (const format of ['ocsf', 'cef'] as const) {
      const message = messageOf(fact, { ...RENDERING, format, facility: 13 });
      const { text: body, hasMark } = readSyslog(message);
      assert.doesNotMatch(body, /[\p{Cc}\u2028\u2029\ufeff]/u, JSON.stringify(body));
      assert.equal(hasMark, /[^\x20-\x7e]/.test(body));
      const [, count = '', rest = ''] = /^(\d+) (.*)$/s.exec(octetCounted(message).toString()) ?? [];
      assert.equal(Buffer.byteLength(rest), Number(count));
      if (format === 'ocsf') {
        assert.equal(JSON.parse(body).api.operation, text);
        assert.match(body, /^[\x20-\x7e]*$/);
      } else requireWholeFields(body);
    }
  }
});

/** Seven bars that are not escaped, then fields of which each key is one of ours. */
function requireWholeFields(cef: string): void {
  const parts = cef.split(/(?<!\\)(?:\\\\)*\|/);
  assert.ok(parts.length >= 8, cef);
  const keys = [
    ...parts
      .slice(7)
      .join('|')
      .matchAll(/(?:^| )(\w+)(?<!\\)=/g),
  ].map(([, key]) => key);
  const known =
    /^(?:rt|externalId|cat|act|outcome|suser|dvchost|cn1|cn1Label|cs[1-6]|cs[1-6]Label|reason|msg)$/;
  for (const key of keys) assert.match(String(key), known, cef);
  assert.equal(new Set(keys).size, keys.length, cef);
}

test('says-the-same-of-the-same-record-at-any-time', () => {
  for (const format of ['ocsf', 'cef'] as const) {
    const rendering = { ...RENDERING, format, facility: 10 };
    assert.equal(messageOf(FACT, rendering), messageOf({ ...FACT }, { ...rendering }));
  }
  assert.equal(
    messageOf({ ...FACT, summary: null }, { ...RENDERING, format: 'cef', facility: 10 }),
    '<83>1 2026-09-21T14:13:20.000Z assize.example.org assize - governance_eval - ' +
      'CEF:0|Assize|Assize|1|governance_eval.block|Action evaluated|8|rt=1790000000000 ' +
      'externalId=ev_01a21fcd07931862846ac25e cat=governance_eval act=mail.send outcome=block suser=agent-7 ' +
      'dvchost=assize.example.org cn1=7 cn1Label=position cs1=chn_000000000001 cs1Label=chain ' +
      `cs2=acme/production cs2Label=tenant cs3=${'ab'.repeat(32)} cs3Label=leafHash ` +
      'msg=governance_eval block mail.send by agent-7',
  );
});

test('leaves-arguments-and-comments-out-of-a-summary', () => {
  const summary = summaryOf('governance_eval', {
    request: {
      agent_id: 'a',
      reasoning: 'secret',
      context: { arguments: { iban: 'secret' }, note: 'secret' },
    },
    decisions: [{ party: 'mbr_1', comment: 'secret' }],
  });
  assert.ok(!JSON.stringify(summary).includes('secret'));
  assert.deepEqual(summary.values, { agent_id: 'a', decided_by: 'mbr_1' });
});
