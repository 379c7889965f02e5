/** A question to the service as a command to paste; by default the first that a new user asks. */

const FIRST = {
  action: 'email.send',
  description: 'Answer a customer',
  agent_id: 'my-first-agent',
  context: { risk_level: 'low', confidence_score: 0.95 },
};

/** @param base the address of the service and its environment. @param key null: a placeholder stands in its place. */
export function curlOf(base: string, key: string | null, body: object = FIRST): string {
  return [
    `curl -s ${base}/api/v1/core/governance/evaluate \\`,
    `  -H 'X-API-Key: ${key ?? 'ak_…'}' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
  ].join('\n');
}
