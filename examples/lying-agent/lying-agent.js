/**
 * An agent that lies: about its approval, about the trust it has earned, about the risk of its actions, and about who
 * approved. It tries each lie once where the tenant believes callers (`attestation: accepted`), and once where it does
 * not (`verified`), and prints the verdicts. Afterwards it restores the settings.
 */
const ADDRESS = process.env.ASSIZE_URL ?? 'http://127.0.0.1:8080';
const KEY = process.env.ASSIZE_API_KEY;

/** The agent does not lie about its confidence. */
const SURE = { confidence_score: 0.95 };
const TRUST_PATIENCE_MS = 60_000;
/** After this time, a change on one node holds on every node. */
const EVERYWHERE_MS = 1000;

/** A new agent tries each lie in both modes. `truth` is the verdict for an honest agent. */
const LIES = [
  {
    about: 'approval',
    says: 'has_approval: true, but none was given',
    truth: (agent) => evaluate(agent, { risk_level: 'high', trust_score: 90 }),
    lie: (agent) => evaluate(agent, { risk_level: 'high', trust_score: 90, has_approval: true }),
  },
  {
    about: 'trust',
    says: 'trust_score: 95, after two failures',
    prepare: failTwice,
    truth: (agent) => evaluate(agent, { risk_level: 'medium' }),
    lie: (agent) => evaluate(agent, { risk_level: 'medium', trust_score: 95 }),
  },
  {
    about: 'risk',
    says: 'risk_level: low, after high was refused',
    truth: (agent) => evaluate(agent, { risk_level: 'high' }),
    lie: (agent) => evaluate(agent, { risk_level: 'low' }),
  },
  {
    about: 'who approved',
    says: 'approves its own request',
    truth: (agent) => evaluate(agent, { risk_level: 'high', trust_score: 90 }),
    lie: approveItself,
  },
];

await main();

async function main() {
  if (KEY === undefined) throw new Error('Set ASSIZE_API_KEY to a key of your sandbox that has every scope.');
  const before = await ask('GET', '/settings');
  const rows = LIES.map(({ about, says }) => ({ about, says }));
  try {
    for (const mode of ['accepted', 'verified']) {
      await believe(mode);
      for (const [place, lie] of LIES.entries()) {
        const agent = `liar-${Date.now().toString(36)}-${mode}-${place}`;
        await lie.prepare?.(agent);
        rows[place].truth = await lie.truth(agent).then(({ verdict }) => verdict);
        rows[place][mode] = await lie.lie(agent).then(({ verdict }) => verdict);
      }
    }
  } finally {
    await ask('POST', '/settings/activate', {
      version: before.version,
      expected_version: await versionNow(),
    });
  }
  print(rows);
  const worked = (mode) => rows.every((row) => (row[mode] === 'proceed') === (mode === 'accepted'));
  if (!worked('accepted') || !worked('verified')) process.exitCode = 1;
}

async function believe(attestation) {
  const { version, settings } = await ask('GET', '/settings');
  await ask('PUT', '/settings', { settings: { ...settings, attestation }, expected_version: version });
}

async function versionNow() {
  const { version } = await ask('GET', '/settings');
  return version;
}

function evaluate(agent_id, context) {
  const body = { action: 'records.delete', agent_id, context: { ...SURE, ...context } };
  return ask('POST', '/core/governance/evaluate', body);
}

/** Two actions of medium risk fail, which lowers the initial trust from 50 to 36. */
async function failTwice(agent_id) {
  for (let time = 0; time < 2; time += 1) {
    const { evidence_id } = await evaluate(agent_id, { risk_level: 'medium' });
    await ask('POST', '/evidence/outcomes', {
      action: 'records.delete',
      agent_id,
      context: {},
      outcome: 'failure',
      executed_at: new Date().toISOString(),
      evaluation_id: evidence_id,
    });
  }
  const until = Date.now() + TRUST_PATIENCE_MS;
  while ((await ask('GET', `/core/trust/${agent_id}`)).score >= 40) {
    if (Date.now() > until) throw new Error('The ledger has not heard of the failures.');
    await sleep(200);
  }
  await sleep(EVERYWHERE_MS);
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function approveItself(agent_id) {
  const context = { risk_level: 'high', trust_score: 90 };
  const asked = await evaluate(agent_id, context);
  await ask('POST', `/approvals/${asked.approval_id}/approve`, { decided_by: 'the boss' }, [200, 403]);
  return evaluate(agent_id, { ...context, has_approval: true, approval_id: asked.approval_id });
}

/** @param good statuses that are an answer here. */
async function ask(method, path, body, good = [200, 201]) {
  const answer = await fetch(`${ADDRESS}/api/v1${path}`, {
    method,
    headers: { 'x-api-key': KEY, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  if (good.includes(answer.status)) return JSON.parse(text);
  throw new Error(`${method} ${path}: ${answer.status} ${text}`);
}

function print(rows) {
  const titles = ['lies about', 'what it says', 'honest', 'accepted', 'verified'];
  const lines = [titles, ...rows.map((row) => [row.about, row.says, row.truth, row.accepted, row.verified])];
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  for (const line of lines) {
    process.stdout.write(
      `${line
        .map((cell, column) => cell.padEnd(widths[column] + 2))
        .join('')
        .trimEnd()}\n`,
    );
  }
}
