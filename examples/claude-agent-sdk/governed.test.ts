/** Promises of the adapter for the Claude Agent SDK beyond the path of the example. */
import assert from 'node:assert/strict';
import type { HookCallback, Options } from '@anthropic-ai/claude-agent-sdk';
import type { Assize } from '@assize/client';
import { type GovernOptions, govern } from '@assize/client/claude-agent-sdk';
import { BLOCKED, ESCALATED, scriptedService } from '../../tests/support/http/clients.ts';
import { openApproval, outcomes, testWithFrameworks } from '../shared/trials.ts';
import type { Script } from './model.ts';

const REFUND = { order: 'SO-31', usd: 40 };

/** Plays the script, and says what the tools did. Loaded here, since a checkout may lack the frameworks. */
async function play(assize: Assize, script: Script, governing: GovernOptions = {}, own: Options = {}) {
  const { createSdkMcpServer, query, tool } = await import('@anthropic-ai/claude-agent-sdk');
  const { z } = await import('zod');
  const { scriptedClaude } = await import('./model.ts');
  const did: string[] = [];
  const answer = (text: string) => ({ content: [{ type: 'text' as const, text }] });
  const tools = [
    tool('look', '', { page: z.number() }, async ({ page }) => {
      did.push(`look ${page}`);
      return answer('nothing');
    }),
    tool('pay', '', { order: z.string(), usd: z.number() }, async ({ order, usd }) => {
      did.push(`pay ${usd} for ${order}`);
      return answer('paid');
    }),
    tool('drop', '', {}, async () => {
      did.push('drop');
      return answer('dropped');
    }),
    tool('fail', '', {}, async () => ({ ...answer('no such shop'), isError: true })),
  ];
  const context = (name: string) => (name === 'pay' ? ESCALATED : name === 'drop' ? BLOCKED : {});
  const options = govern(
    assize,
    { ...own, mcpServers: { shop: createSdkMcpServer({ name: 'shop', tools }) }, ...scriptedClaude(script) },
    { context, ...governing },
  );
  const run = async () => {
    for await (const message of query({ prompt: 'go', options })) {
      if (message.type === 'result' && message.subtype === 'success') return message.result;
    }
    return 'ended without a result';
  };
  return { did, said: run() };
}

testWithFrameworks('judges-a-call-that-needs-no-permission', async (_, { assize }) => {
  const { did, said } = await play(assize, ({ call }) =>
    call('mcp__shop__drop', {}, { needsPermission: false }),
  );
  assert.match(await said, /Safety Dominance.*don't repeat the same call.*would make it pass/s);
  assert.deepEqual(did, []);
});

testWithFrameworks('judges-each-of-several-calls-at-once-and-reports-what-ran', async (_, { assize }) => {
  const { did, said } = await play(assize, async ({ call }) => {
    const all = [
      call('mcp__shop__look', { page: 2 }),
      call('mcp__shop__pay', REFUND),
      call('mcp__shop__fail', {}),
    ];
    return (await Promise.all(all)).join('\n');
  });
  assert.match(await said, /^nothing\n.*make exactly the same call again.*\nno such shop$/s);
  assert.deepEqual(did, ['look 2']);
  assert.deepEqual((await outcomes(assize)).sort(), ['shop.fail failure', 'shop.look success']);
});

testWithFrameworks('judges-what-another-hook-made-of-the-call', async (_, { assize }) => {
  const changedTo = { order: 'SO-31', usd: 4000 };
  const context = (_name: string, args: unknown) => ((args as typeof REFUND).usd > 100 ? BLOCKED : {});
  const { did, said } = await play(assize, ({ call }) => call('mcp__shop__pay', REFUND, { changedTo }), {
    context,
  });
  assert.match(await said, /Safety Dominance/);
  assert.deepEqual(did, []);
});

testWithFrameworks('judges-what-a-person-made-of-the-call', async (_, { assize }) => {
  const context = (_name: string, args: unknown) => ((args as typeof REFUND).usd > 100 ? BLOCKED : {});
  const script: Script = ({ call }) => call('mcp__shop__pay', REFUND);
  const raised: Options['canUseTool'] = async (_name, input) => ({
    behavior: 'allow',
    updatedInput: { ...input, usd: 4000 },
  });
  const higher = await play(assize, script, { context }, { canUseTool: raised });
  assert.match(await higher.said, /Safety Dominance/);
  assert.deepEqual(higher.did, []);
  const lowered: Options['canUseTool'] = async (_name, input) => ({
    behavior: 'allow',
    updatedInput: { ...input, usd: 4 },
  });
  const lower = await play(assize, script, { context }, { canUseTool: lowered });
  assert.equal(await lower.said, 'paid');
  assert.deepEqual(lower.did, ['pay 4 for SO-31']);
});

testWithFrameworks(
  'lets-a-person-deny-what-may-proceed-and-keeps-the-hooks-of-the-program',
  async (_, { assize }) => {
    const seen: string[] = [];
    const ownHook: HookCallback = async ({ hook_event_name }) => {
      seen.push(hook_event_name);
      return {};
    };
    const { did, said } = await play(
      assize,
      ({ call }) => call('mcp__shop__look', { page: 1 }),
      {},
      {
        canUseTool: async () => ({ behavior: 'deny', message: 'not today' }),
        hooks: {
          PreToolUse: [{ hooks: [ownHook] }],
        },
      },
    );
    assert.equal(await said, 'not today');
    assert.deepEqual([did, seen, await outcomes(assize)], [[], ['PreToolUse'], []]);
  },
);

testWithFrameworks('waits-for-a-human-where-it-is-told-to', async (_, { assize }) => {
  const { did, said } = await play(assize, ({ call }) => call('mcp__shop__pay', REFUND), { waitMs: 60_000 });
  await assize.approvals.approve(await openApproval(assize));
  assert.equal(await said, 'paid');
  assert.deepEqual([did, await outcomes(assize)], [['pay 40 for SO-31'], ['shop.pay success']]);
});

testWithFrameworks('says-why-a-human-rejected-it', async (_, { assize }) => {
  const { did, said } = await play(assize, ({ call }) => call('mcp__shop__pay', REFUND), { waitMs: 60_000 });
  await assize.approvals.reject(await openApproval(assize), { comment: 'not today' });
  assert.match(await said, /^A human rejected this call: "not today"/);
  assert.deepEqual(did, []);
});

testWithFrameworks(
  'a-run-that-is-cancelled-while-a-human-thinks-does-not-act',
  async (_, { assize, app }) => {
    const abortController = new AbortController();
    const script: Script = ({ call }) => call('mcp__shop__pay', REFUND);
    const { did, said } = await play(assize, script, { waitMs: 60_000 }, { abortController });
    const ended = assert.rejects(said);
    const approvalId = await openApproval(assize);
    abortController.abort();
    await ended;
    await assize.approvals.approve(approvalId);
    assert.deepEqual(did, []);
    // A request cancelled while connecting would keep the service from closing for a minute.
    app.server.closeAllConnections();
  },
);

testWithFrameworks('a-hook-that-fails-blocks-and-has-time-for-a-human', async (_, { assize }) => {
  const [hook] = govern(assize, {}, { waitMs: 600_000 }).hooks.PreToolUse;
  assert.equal(hook?.onFailure, 'block');
  assert.ok((hook?.timeout ?? 0) > 600);
});

testWithFrameworks('does-not-act-without-a-verdict', async (t, { clientWith }) => {
  const { url } = await scriptedService(t, 'cut');
  const away = clientWith({ url, maxRetries: 0 });
  const { did, said } = await play(away, ({ call }) => call('mcp__shop__look', { page: 1 }));
  assert.match(await said, /No answer from the service/);
  assert.deepEqual(did, []);
});

const CORRECTED = { ...REFUND, usd: 30 };

for (const needsPermission of [true, false]) {
  testWithFrameworks(
    `runs-what-a-human-corrected-and-tells-the-model (asks: ${needsPermission})`,
    async (_, { assize }) => {
      const asked: unknown[] = [];
      const canUseTool: Options['canUseTool'] = async (_name, input) => {
        asked.push(input);
        return { behavior: 'allow' };
      };
      const script: Script = ({ call }) => call('mcp__shop__pay', REFUND, { needsPermission });
      const { did, said } = await play(assize, script, { waitMs: 60_000 }, { canUseTool });
      await assize.approvals.approve(await openApproval(assize), { arguments: CORRECTED });
      assert.equal(await said, 'paid\nA human changed the call before approving it: usd from 40 to 30.');
      assert.deepEqual([did, asked], [['pay 30 for SO-31'], [CORRECTED]]);
      assert.deepEqual(await outcomes(assize), ['shop.pay success']);
    },
  );
}

testWithFrameworks('lets-the-model-make-the-corrected-call-where-no-one-is-asked', async (_, { assize }) => {
  const how = { needsPermission: false, mode: 'bypassPermissions' };
  const script: Script = async ({ call }) => {
    const refused = await call('mcp__shop__pay', REFUND, how);
    return `${refused}\n${await call('mcp__shop__pay', CORRECTED, how)}`;
  };
  const { did, said } = await play(assize, script, { waitMs: 60_000 });
  await assize.approvals.approve(await openApproval(assize), { arguments: CORRECTED });
  assert.match(await said, /with exactly these arguments: {"order":"SO-31","usd":30} A human.*\npaid$/);
  assert.deepEqual(did, ['pay 30 for SO-31']);
});
