/** Exports in memory for the tests of the report: ordinary records, and records with hostile names. */
import {
  canonicalJson,
  checkpointOrigin,
  formatVerifierKey,
  type JsonObject,
  sha256,
  signCheckpoint,
  signerOf,
} from '@assize/evidence-format';
import type { StoredArtifact } from '@assize/service/database/evidence/stored-evidence.ts';
import type { ExportManifest, ExportSource } from '@assize/service/proof/export/source.ts';

const CHAIN = 'chn_000000000001';
const START = Date.UTC(2026, 1, 27, 8, 30);
const STEP_MS = 37 * 60_000;
const SEGMENT = 256;

/** Names that a report must survive, and must show. */
export const HOSTILE_NAMES = [
  'a'.repeat(256),
  `${'transfer_funds/'.repeat(17)}x`,
  'שלום עולם 123 (טוב) ok',
  'حذف قاعدة البيانات الإنتاجية',
  'invoice\u202egnp.exe',
  'null\u0000byte and \u001b[31mred\u001b[0m',
  'two\nlines\r\n\tand a tab',
  '部署到生产环境',
  'ship it 🚀🔥 👩‍👩‍👧 ❤️ 😀',
  'Überweisung nach Łódź, Ελλάδα, Москва, Tiếng Việt',
  'zero\u200bwidth\ufeff and soft\u00adhyphen',
  '<script>alert(1)</script> & "quotes" \\u0000',
  '=HYPERLINK("http://example.test")',
  '(((((((\\)))) %PDF-1.7 endstream endobj',
  'e\u0301\u0301\u0301\u0301 Z\u0351\u036b\u0343 \u{e0041}\u{f0000}',
  '\ud800 half a character',
  ' ',
];

const ACTIONS = ['send_email', 'refund_payment', 'deploy_service', 'read_ledger', 'delete_database'];
const AGENTS = ['agent-billing', 'agent-support-eu-west-1', 'ops-bot', 'user_8841'];
const REASONS: Record<string, JsonObject> = {
  proceed: { safety_dominance: { pass: 'low risk' } },
  escalate: {
    budget_conservation: { pass: 'cost is within what remains' },
    safety_dominance: { warn: 'high risk, and no human has approved it' },
  },
  block: {
    budget_conservation: {
      fail: 'cost 1,200.00 USD exceeds the 350.00 USD that remain of the agent’s budget',
    },
    safety_dominance: { fail: 'critical and irreversible, and not approved', details: { risk: 'critical' } },
  },
};

export interface FixtureOptions {
  count: number;
  /** Takes actions and actors from {@link HOSTILE_NAMES} in turn. */
  hostile?: boolean;
  manifest?: Partial<ExportManifest>;
  /** The id of the artifact at that position. */
  change?: (position: number) => Partial<StoredArtifact>;
}

export function reportSource({
  count,
  hostile = false,
  manifest = {},
  change,
}: FixtureOptions): ExportSource {
  const rootHash = sha256('root');
  const signer = signerOf(checkpointOrigin(CHAIN), sha256('seed'));
  const treeSize = count + 3;
  const checkpoint = signCheckpoint(
    { origin: signer.name, size: treeSize, root: rootHash, extensions: [] },
    signer,
  );
  return {
    manifest: {
      exportId: 'exp_0123456789abcdef01234567',
      tenant: 'Nordwind Logistics',
      environment: 'production',
      chain: CHAIN,
      filter: { from: null, to: null, artifactTypes: null },
      createdAt: START + (count + 10) * STEP_MS,
      treeSize,
      rootHash,
      artifactCount: count,
      removals: [],
      restores: [],
      ...manifest,
    },
    checkpoint,
    verifierKeys: [{ vkey: formatVerifierKey(signer), validFrom: START, validUntil: null }],
    tiles: async function* () {},
    segments: async function* () {
      for (let start = 0; start < count; start += SEGMENT) {
        const length = Math.min(SEGMENT, count - start);
        const artifacts = Array.from({ length }, (_, at) => {
          const position = start + at;
          return { ...artifactAt(position, hostile), ...change?.(position) };
        });
        yield { index: start / SEGMENT, leaves: new Uint8Array(32 * length), artifacts };
      }
    },
  };
}

export function idAt(position: number): string {
  return `ev_${position.toString(16).padStart(24, '0')}`;
}

function artifactAt(position: number, hostile: boolean): StoredArtifact {
  const type =
    position % 7 === 5 ? 'action_executed' : position % 50 === 11 ? 'governance_change' : 'governance_eval';
  const verdict = position % 11 === 3 ? 'block' : position % 5 === 2 ? 'escalate' : 'proceed';
  const name = HOSTILE_NAMES[position % HOSTILE_NAMES.length];
  const actor = AGENTS[position % AGENTS.length] ?? '';
  return {
    chain: 1,
    position,
    id: idAt(position),
    artifact_type: type,
    action:
      type === 'governance_change'
        ? 'key.create'
        : hostile && name !== undefined
          ? name
          : (ACTIONS[position % ACTIONS.length] ?? null),
    verdict: type === 'governance_change' ? null : verdict,
    actor: hostile && position % 3 === 0 && name !== undefined ? name : actor,
    payload_commitment: sha256(`commitment ${position}`),
    created_at: START + position * STEP_MS,
    previous_hash: sha256(`hash ${position - 1}`),
    hash: sha256(`hash ${position}`),
    salt: sha256(`salt ${position}`),
    payload: Buffer.from(canonicalJson(payloadOf(type, verdict))),
  };
}

function payloadOf(type: string, verdict: string): JsonObject {
  if (type === 'governance_eval') return { laws: REASONS[verdict] ?? {} };
  if (type === 'governance_change') return { change: { reason: 'rotation' } };
  return { outcome: 'success', ...(verdict === 'block' ? { executed_despite_block: true } : {}) };
}

export async function gather<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const gathered: T[] = [];
  for await (const piece of pieces) gathered.push(piece);
  return gathered;
}
