/**
 * Ten different kinds of rules as tenants write them: by an action, an amount, a list, a pattern, or a fact about the
 * agent. None of them applies to the ordinary request, so each of them is asked.
 */

/** One a line: its id, its effect, its condition. `#` stands for a number, which tells variations of a kind apart. */
const KINDS = `
large-payment escalate action.startsWith("payments.") && has(context.estimated_cost_usd) && context.estimated_cost_usd > 50#.0
outsiders block action == "email.send" && has(context.to) && context.to.endsWith("@outside-#.test")
drop-in-production block action in ["database.drop", "database.truncate", "database.wipe_#"] && facts.environment == "production"
proven-approval block facts.risk_level == "critical" && facts.approval != "verified" && !action.startsWith("drill_#.")
countries block has(context.country) && context.country in ["XA", "XB", "X#"]
system-files block action.startsWith("file.") && has(context.path) && context.path.matches("^/(etc|boot|volume#)/")
many-recipients escalate has(context.recipients) && size(context.recipients) > 50#
new-agents escalate has(agent.trust) && agent.trust < 3#.0 && facts.risk_level in ["high", "critical"]
many-rows escalate action.endsWith(".delete") && (!has(context.rows) || context.rows > 100#.0)
secrets block has(context.subject) && ["password", "secret", "token-#"].exists(word, context.subject.contains(word))
`;

/** The third of any ten rules blocks it. */
export const FORBIDDEN = { action: 'database.truncate', context: {} };

export function typicalRules(count: number): { id: string; effect: string; when: string; message: string }[] {
  const kinds = KINDS.trim().split('\n');
  return Array.from({ length: count }, (_, place) => {
    const number = String(Math.floor(place / kinds.length));
    const [id, effect = '', ...when] = (kinds[place % kinds.length] ?? '').replaceAll('#', number).split(' ');
    return { id: `${id}-${number}`, effect, when: when.join(' '), message: 'A rule of this tenant says so' };
  });
}
