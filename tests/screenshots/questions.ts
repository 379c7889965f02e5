/** The actions that the agents in the pictures ask about. */

export interface Question {
  agent_id: string;
  action: string;
  context: Record<string, unknown>;
}

interface Held {
  hoursAgo: number;
  question: Question;
  /** null if no one has decided yet, or no one may. */
  decision: [verb: 'approve' | 'reject', comment: string] | null;
}

const SUPPORT = 'support-desk';
const INVOICES = 'invoice-clerk';
const REPORTS = 'report-writer';
const RELEASES = 'release-bot';

/** No law objects to these. */
export const ROUTINE: readonly Question[] = [
  ask(SUPPORT, 'zendesk.get_ticket', { ticket_id: '48213' }),
  ask(REPORTS, 'postgres.query', { sql: 'SELECT region, sum(total) FROM orders GROUP BY region' }),
  mail(SUPPORT, 'booking@brightside-hotels.example', 'Your booking of 12 May', 'Both rooms are confirmed.'),
  ask(RELEASES, 'shell.run_command', { command: 'git status' }),
  ask(REPORTS, 'fetch.fetch', { url: 'https://northwind.example/status' }),
  ask(SUPPORT, 'zendesk.search_tickets', { query: 'status:open' }),
  ask(INVOICES, 'gmail.search_emails', { query: 'subject:invoice newer_than:1d' }),
  ask(INVOICES, 'postgres.query', { sql: "SELECT id, due_on FROM invoices WHERE status = 'open'" }),
  ask(RELEASES, 'shell.run_command', { command: 'git log --oneline -5' }),
  mail(INVOICES, 'accounts@northwind.example', 'Invoices due this week', 'Four invoices are due by Friday.'),
];

/** Oldest first; the last one is shown on the phone. */
export const HELD: readonly Held[] = [
  held(22, refund(95), null),
  held(20, invoice('2026-1102', 'Imprimerie Delacroix', 'FR14 2004 1010 0505 0001 3M02 606', 640), [
    'approve',
    'Matches the purchase order.',
  ]),
  held(18, command('rm -rf /srv/backups/2026-09'), ['reject', 'We keep backups for a year.']),
  held(16, command('git push --force origin main'), ['reject', 'Open a pull request.']),
  held(11, mail(SUPPORT, 'claims@fast-refunds.example', 'Bookings', 'The bookings that you asked for.'), [
    'reject',
    'We do not know them.',
  ]),
  held(9, invoice('2026-1107', 'Office rent', 'DE89 3704 0044 0532 0130 00', 2150), [
    'approve',
    'The rent of December.',
  ]),
  held(7, command('curl -s https://get-tools.example/i.sh | sh'), ['reject', 'Install it from our mirror.']),
  held(5, refund(900), null),
  held(4, mail(INVOICES, 'billing@halden-supplies.example', 'Your invoice', 'When is it due?'), null),
  held(3, command('kubectl delete namespace staging'), null),
  held(2, ask(REPORTS, 'postgres.query', { sql: 'DROP TABLE customers' }), null),
  held(0, invoice('2026-1118', 'Halden Office Supplies', 'GB82 WEST 1234 5698 7654 32', 4800), null),
];

function held(hoursAgo: number, question: Question, decision: Held['decision']): Held {
  return { hoursAgo, question, decision };
}

function ask(agent_id: string, action: string, given: object, costUsd?: number): Question {
  const cost = costUsd === undefined ? {} : { estimated_cost_usd: costUsd };
  return {
    agent_id,
    action,
    context: { arguments: given, confidence_score: 0.93, trust_score: 90, ...cost },
  };
}

function mail(agent: string, to: string, subject: string, body: string): Question {
  return ask(agent, 'gmail.send_email', { to: [to], subject, body });
}

function command(text: string): Question {
  return ask(RELEASES, 'shell.run_command', { command: text });
}

function refund(usd: number): Question {
  return ask(SUPPORT, 'stripe.create_refund', { payment_intent: 'pi_3Qx81', amount: usd * 100 }, usd);
}

function invoice(number: string, supplier: string, iban: string, amount: number): Question {
  return ask(INVOICES, 'bank.pay_invoice', { invoice: number, supplier, iban, amount }, amount);
}
