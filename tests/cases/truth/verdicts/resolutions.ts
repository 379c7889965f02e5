/** Tampering with the decisions and ends of approvals. */
import { sql } from 'kysely';
import { at, run, type Tampering } from '../tampering.ts';

const column = (opened: string, change: ReturnType<typeof sql>) =>
  run(
    ({ chain, ids }) =>
      sql`UPDATE approvals SET ${change} WHERE chain = ${chain} AND evidence_id = ${ids[opened]}`,
  );

const CHANGED: [promise: string, opened: string, change: ReturnType<typeof sql>, at: string, what: RegExp][] =
  [
    ['approved-without-a-human', 'held', sql`status = 'approved'`, '', /no artifact in this chain says so/],
    [
      'approved-after-it-was-rejected',
      'declined',
      sql`status = 'approved'`,
      'refusal',
      /of type action_rejected/,
    ],
    [
      'expired-after-it-was-rejected',
      'declined',
      sql`status = 'expired'`,
      'refusal',
      /its artifact says rejected/,
    ],
    [
      'pending-again',
      'declined',
      sql`status = 'pending'`,
      'refusal',
      /is pending, but names what resolved it/,
    ],
    ['resolved-at-another-time', 'declined', sql`resolved_at = 1`, 'refusal', /at another time/],
    ['that-needed-more', 'declined', sql`required_approvals = 2`, 'refusal', /another number of approvals/],
    ['usable-again', 'agreed-to', sql`status = 'approved'`, 'agreement', /is approved, but was used/],
    ['used-at-another-time', 'agreed-to', sql`consumed_at = 1`, 'agreement', /was used at another time/],
    ['without-its-use', 'agreed-to', sql`consumed_by = NULL`, 'agreement', /used by no evaluation/],
  ];

export const RESOLUTIONS: Tampering[] = [
  ...CHANGED.map(
    ([promise, opened, change, place, what]): Tampering => ({
      promise: `an-approval-${promise}`,
      tables: ['approvals'],
      tamper: column(opened, change),
      registry: 'resolutions',
      index: place === '' ? () => null : at(place),
      what,
    }),
  ),
  {
    promise: 'an-approval-that-another-evaluation-used',
    tables: ['approvals'],
    tamper: run(
      ({ chain, ids }) =>
        sql`UPDATE approvals SET consumed_by = ${ids.let},
            consumed_at = (SELECT created_at FROM artifacts WHERE chain = ${chain} AND id = ${ids.let})
          WHERE chain = ${chain} AND evidence_id = ${ids['agreed-to']}`,
    ),
    registry: 'resolutions',
    index: at('agreement'),
    what: /used by an evaluation that names another/,
  },
  {
    promise: 'a-resolution-of-nothing',
    tables: ['approvals'],
    tamper: run(
      ({ chain, ids }) =>
        sql`UPDATE approvals SET status = 'cancelled', resolution_evidence_id = NULL
          WHERE chain = ${chain} AND evidence_id = ${ids.declined}`,
    ),
    registry: 'resolutions',
    index: at('refusal'),
    what: /no approval was resolved by it/,
  },
  {
    promise: 'a-decision-under-another-name',
    tables: ['approval_decisions'],
    tamper: run(
      ({ chain }) => sql`UPDATE approval_decisions SET decided_by = 'another' WHERE chain = ${chain}`,
    ),
    registry: 'resolutions',
    index: at('refusal'),
    what: /decisions on approval apr_\w+ are others/,
  },
];
