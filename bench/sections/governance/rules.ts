/**
 * Rules as tenants write them, none of which speaks against the ordinary question: by action, by a sum, by a list, by
 * a pattern, by what is known of the agent. Of each ten, every one asks something else.
 */
import type { WrittenRule } from './governing.ts';

const KINDS: readonly ((number: number) => WrittenRule)[] = [
  (number) => ({
    id: `large-payment-${number}`,
    when: `action.startsWith("payments.") && has(context.estimated_cost_usd) && context.estimated_cost_usd > ${500 + number}.0`,
    effect: 'escalate',
    message: 'A person looks at large payments',
  }),
  (number) => ({
    id: `outsiders-${number}`,
    when: `action == "email.send" && has(context.to) && context.to.endsWith("@outside-${number}.test")`,
    effect: 'block',
    message: 'Nothing goes to these addresses',
  }),
  (number) => ({
    id: `drop-in-production-${number}`,
    when: `action in ["database.drop", "database.truncate", "database.wipe_${number}"] && facts.environment == "production"`,
    effect: 'block',
    message: 'Databases in production stay',
  }),
  (number) => ({
    id: `proven-approval-${number}`,
    when: `facts.risk_level == "critical" && facts.approval != "verified" && !action.startsWith("drill_${number}.")`,
    effect: 'block',
    message: 'Critical actions need a proven approval',
  }),
  (number) => ({
    id: `countries-${number}`,
    when: `has(context.country) && context.country in ["XA", "XB", "X${number}"]`,
    effect: 'block',
    message: 'Not to these countries',
  }),
  (number) => ({
    id: `system-files-${number}`,
    when: `action.startsWith("file.") && has(context.path) && context.path.matches("^/(etc|boot|volume${number})/")`,
    effect: 'block',
    message: 'Files of the system stay as they are',
  }),
  (number) => ({
    id: `many-recipients-${number}`,
    when: `has(context.recipients) && size(context.recipients) > ${50 + number}`,
    effect: 'escalate',
    message: 'A person looks at mail to many',
  }),
  (number) => ({
    id: `new-agents-${number}`,
    when: `has(agent.trust) && agent.trust < ${30 + (number % 20)}.0 && facts.risk_level in ["high", "critical"]`,
    effect: 'escalate',
    message: 'New agents do nothing grave alone',
  }),
  (number) => ({
    id: `many-rows-${number}`,
    when: `action.endsWith(".delete") && (!has(context.rows) || context.rows > ${1000 + number}.0)`,
    effect: 'escalate',
    message: 'A person looks at large deletions',
  }),
  (number) => ({
    id: `secrets-${number}`,
    when: `has(context.subject) && ["password", "secret", "token-${number}"].exists(word, context.subject.contains(word))`,
    effect: 'block',
    message: 'Secrets are not sent around',
  }),
];

/** Blocked by the third of any ten. */
export const FORBIDDEN = { action: 'database.truncate', context: {} };

export function typicalRules(count: number): WrittenRule[] {
  return Array.from({ length: count }, (_, place) => {
    const kind = KINDS[place % KINDS.length] ?? KINDS[0];
    if (kind === undefined) throw new Error('there are no rules');
    return kind(Math.floor(place / KINDS.length));
  });
}
