/** The examples at the end of each command's `--help`, by the command's words, without the program's name. */
import type { Command } from 'commander';

export const EXAMPLES: Record<string, readonly string[]> = {
  serve: ['serve', 'serve --json'],
  init: [
    'init',
    'init --agent claude-code --url http://127.0.0.1:8080 --environment sandbox --approver dashboard --mode observe',
  ],
  migrate: ['migrate'],
  'demo make': ['demo make', 'demo make --files /tmp/assize-demo'],
  'demo remove': ['demo remove', 'demo remove --yes'],
  doctor: ['doctor', 'doctor --json'],
  'backup create': ['backup create /mnt/backups/monday'],
  'backup verify': ['backup verify /mnt/backups/monday'],
  'backup signing': ['backup signing /mnt/keys/assize-signing.json --overwrite'],
  restore: [
    'restore /mnt/backups/monday',
    'restore /mnt/backups/monday --signing /mnt/keys/assize-signing.json --reason "the disk failed" --by "Kim Operator"',
  ],
  'keys create': [
    'keys create ci --environment sandbox',
    'keys create agent-7 --tenant acme --scopes governance:evaluate --expires-in-days 30',
  ],
  'keys list': ['keys list --tenant acme'],
  'keys revoke': ['keys revoke key_0123456789abcdef01234567 --tenant acme'],
  'members invite': ['members invite dana@acme.example --role owner'],
  'members list': ['members list --tenant acme'],
  'members reset': ['members reset dana@acme.example'],
  'members remove': ['members remove mbr_0123456789abcdef01234567'],
  'keys verifier': ['keys verifier', 'keys verifier --tenant acme --environment production --json'],
  'keys rotate-signing': ['keys rotate-signing', 'keys rotate-signing --overlap-days 0'],
  'tenants create': ['tenants create acme --tier team --contact ops@example.org'],
  'tenants list': ['tenants list --json'],
  'tenants set-tier': ['tenants set-tier default team'],
  'tenants set-hard-limit': ['tenants set-hard-limit acme on'],
  'tenants set-agreed': ['tenants set-agreed acme --file agreed.json', 'tenants set-agreed acme --none'],
  'tenants set-plan': ['tenants set-plan acme pro'],
  'tenants set-contact': ['tenants set-contact acme ops@example.org', 'tenants set-contact acme none'],
  'targets import': ['targets import partners.csv', 'targets import partners.csv --skip-faulty'],
  'targets add': [
    'targets add example.com --kind domain --role recipient',
    'targets add /srv/reports --kind path --agent agent-7',
  ],
  'targets suggest': ['targets suggest --approved', 'targets suggest --approved --csv'],
  'targets list': ['targets list --kind email'],
  'targets remove': ['targets remove tgt_0123456789abcdef01234567'],
  'mandates open': [
    'mandates open --agent agent-7 --task "Send the minutes of Monday to ann@example.com"',
    'mandates open --agent agent-7 --effect pay --target DE89370400440532013000 --budget 250 --max-actions 1 --hours 2',
  ],
  'mandates list': ['mandates list --agent agent-7'],
  'mandates show': ['mandates show mdt_0123456789abcdef01234567'],
  'mandates narrow': ['mandates narrow mdt_0123456789abcdef01234567 --effect read --strict'],
  'mandates close': ['mandates close mdt_0123456789abcdef01234567'],
  'sessions list': ['sessions list --agent agent-7'],
  'sessions show': ['sessions show thread-42 --agent agent-7'],
  'sessions end': ['sessions end thread-42 --agent agent-7'],
  'agents register': ['agents register agent-7 --owner-team Support --purpose "Pays refunds up to 100 USD"'],
  'agents change': ['agents change agent-7 --owner-member mbr_0123456789abcdef01234567'],
  'agents list': ['agents list --status unregistered'],
  'agents show': ['agents show agent-7'],
  'agents suspend': ['agents suspend agent-7 --reason "pays the wrong people"'],
  'agents resume': ['agents resume agent-7'],
  'agents retire': ['agents retire agent-7 --reason "replaced by agent-8"'],
  'agents export': ['agents export', 'agents export --json'],
  'issuers add': [
    'issuers add --name "CI" --audience assize-acme --for github --set org=acme',
    'issuers add --name cluster-1 --audience assize --issuer https://kubernetes.example.com --mapping mapping.json',
  ],
  'issuers list': ['issuers list --tenant acme'],
  'issuers show': ['issuers show cluster-1'],
  'issuers change': ['issuers change cluster-1 --mapping mapping.json'],
  'issuers disable': ['issuers disable cluster-1'],
  'issuers enable': ['issuers enable cluster-1'],
  'issuers remove': ['issuers remove cluster-1'],
  'issuers revoke': [
    'issuers revoke cluster-1 --subject system:serviceaccount:agents:desk',
    'issuers revoke iss_0123456789abcdef01234567 --all',
  ],
  'issuers revocations': ['issuers revocations cluster-1'],
  'issuers test': ['issuers test cluster-1 --token-file /var/run/secrets/assize/token'],
  'halts create': [
    'halts create --agent agent-7 --reason "pays the wrong people"',
    'halts create --all --reason "an incident" --tenant acme',
  ],
  'halts list': ['halts list --history'],
  'halts lift': ['halts lift hlt_0123456789abcdef01234567'],
  'budgets create': [
    'budgets create "all agents" --limit 500 --period day',
    'budgets create travel --limit 2000 --period month --agent agent-7 --action "travel.*"',
  ],
  'budgets list': ['budgets list --environment sandbox'],
  'budgets set': ['budgets set bud_0123456789abcdef01234567 --limit 750'],
  'budgets delete': ['budgets delete bud_0123456789abcdef01234567'],
  'settings show': ['settings show', 'settings show 3'],
  'settings set': ['settings set settings.yaml --expected-version 3'],
  'settings diff': ['settings diff 2 3'],
  'settings versions': ['settings versions'],
  'settings activate': ['settings activate 2'],
  'planner show': ['planner show'],
  'planner set': [
    'planner set --api openai --url https://models.example.com/v1 --model planner-1 --key-file planner.key',
  ],
  'planner remove': ['planner remove'],
  'planner test': ['planner test'],
  'tools import': [
    'tools import tools.json --server billing',
    'tools import --ready gmail',
    'tools import openapi.yaml --format openapi --accept',
  ],
  'tools review': ['tools review', 'tools review --accept-all'],
  'tools suggest': ['tools suggest --days 30', 'tools suggest --propose'],
  'tools ready': ['tools ready'],
  'tools list': ['tools list --status proposed'],
  'tools show': ['tools show tool_0123456789abcdef01234567'],
  'tools put': ['tools put entry.yaml'],
  'tools remove': ['tools remove tool_0123456789abcdef01234567'],
  'judgement backtest': [
    'judgement backtest --enforcement enforce',
    'judgement backtest --tools entries.yaml --targets partners.csv',
  ],
  'judgement report': ['judgement report', 'judgement report --days 30 --json'],
  'usage show': ['usage show acme --month 2026-10'],
  'usage export': ['usage export acme --month 2026-10 --output october.jsonl'],
  'trust show': ['trust show agent-7'],
  'evidence verify': ['evidence verify --full', 'evidence verify --trusted-checkpoint checkpoint'],
  'evidence export': [
    'evidence export --format json --out export.json',
    'evidence export --format pdf --from 2026-10-01',
  ],
  'evidence checkpoint': ['evidence checkpoint --out checkpoint'],
  'evidence truth': ['evidence truth --tenant acme'],
  'evidence erase': [
    'evidence erase --subject marie@example.com --preview',
    'evidence erase --subject marie@example.com --reason "Erasure request 2026-117"',
  ],
  'evidence erasures': ['evidence erasures', 'evidence erasures era_0123456789abcdef01234567 --json'],
  'holds set': ['holds set --actor agent-7 --reason "Case 2026-31"'],
  'holds list': ['holds list --history'],
  'holds lift': ['holds lift hld_0123456789abcdef01234567 --reason "The case is closed"'],
  'siem verify': [
    'siem verify snk_0123456789abcdef01234567',
    'siem verify snk_0123456789abcdef01234567 --out sent.txt',
  ],
  'evidence verify-file': ['evidence verify-file export.json'],
  'evidence verifier': ['evidence verifier --out assize-verify.mjs'],
  'evidence acknowledge-restore': [
    'evidence acknowledge-restore --reason "the disk failed" --by "Kim Operator"',
  ],
  'evidence acknowledge-alarms': [
    'evidence acknowledge-alarms --comment "Restored from the backup of 11 November"',
  ],
  'policies list': ['policies list'],
  'policies show': ['policies show payments --policy-version 2'],
  'policies create': ['policies create payments --file policy-packs/payments --activate'],
  'policies validate': ['policies validate policy.yaml'],
  'policies activate': ['policies activate payments --policy-version 3'],
  'policies deactivate': ['policies deactivate payments'],
  'policies rollback': ['policies rollback payments'],
  'policies test': ['policies test policy-packs --every-rule'],
  'policies backtest': ['policies backtest policy.yaml --from 2026-10-01 --to 2026-11-01'],
  'compliance frameworks': ['compliance frameworks'],
  'compliance check': ['compliance check eu_ai_act --out report.pdf'],
  listen: [
    'listen --types approval.created,approval.resolved',
    'listen --forward-to http://localhost:3000/hooks',
  ],
};

/** Adds the examples to the help of each command in the program. */
export function addExamples(program: Command): void {
  for (const { words, command } of leavesOf(program)) {
    const lines = (EXAMPLES[words] ?? []).map((example) => `  npx assize ${example}`);
    command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  }
}

/** Every command that does something, by its words. */
export function leavesOf(
  command: Command,
  before: readonly string[] = [],
): { words: string; command: Command }[] {
  return command.commands.flatMap((inner) => {
    const words = [...before, inner.name()];
    return inner.commands.length > 0 ? leavesOf(inner, words) : [{ words: words.join(' '), command: inner }];
  });
}
