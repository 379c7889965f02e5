/** Patterns that no line of code may contain, with the few exceptions. */
import { forbid, isTest, type Rule } from './source.ts';

/** Programs, and the one file where a package asks its platform. */
const EDGES = [
  'service/main.ts',
  'service/health.ts',
  'release/main.ts',
  'client/platform.ts',
  'gateway/platform.ts',
  'gateway/configuration/import-command.ts',
  'gateway/gateway.ts',
  'gateway/hook.ts',
];
const atTheEdge = (path: string) => EDGES.includes(path) || path.startsWith('examples/') || isTest(path);
const CLOCKS = ['service/foundation/clock.ts', 'dashboard/ui/time/time.tsx'];
const inTheClock = (path: string) => CLOCKS.includes(path) || atTheEdge(path);
const WIRED = [
  'service/wiring.ts',
  'service/evidence/append/append-thread.ts',
  'service/webhooks/on-thread/serve.ts',
];
const inTheWiring = (path: string) => WIRED.includes(path) || atTheEdge(path);

/** The readers themselves: each handles what the native parser hides. */
const JSON_READERS = [
  'evidence-format/publish.ts',
  'evidence-format/export/artifact.ts',
  'evidence-format/canonical/json-members.ts',
  'evidence-format/canonical/json-stream.ts',
  'evidence-format/canonical/parse.ts',
  'evidence-format/canonical/scan.ts',
  'service/http/validation/json-body.ts',
];
/** These read columns that hold only names and numbers of the service's own. */
const OF_OWN_COLUMNS = [
  'service/events/list.ts',
  'service/proof/export/definition.ts',
  'service/keys/store.ts',
  'service/notices/sending/due.ts',
  'service/notices/list.ts',
  'service/notices/waiting.ts',
  'service/usage/account/account.ts',
  'service/usage/invoices/invoice.ts',
  'service/usage/limits/holdings-table.ts',
  'service/webhooks/endpoints/change.ts',
  'service/webhooks/endpoints/create.ts',
  'service/webhooks/endpoints/endpoint.ts',
  'service/webhooks/fan-out.ts',
];
const mayParse = (path: string) =>
  [...JSON_READERS, ...OF_OWN_COLUMNS].includes(path) ||
  isTest(path) ||
  !/^(?:service|evidence-format|act-reading)\//.test(path);

export const LINE_RULES: Record<string, Rule> = {
  'nothing-is-any': forbid(
    /(?:[:<|]\s*|, |\bas |\bextends )any\b(?!\()/,
    'Name the type, or take unknown and look; parsed JSON in a test is ReturnType<typeof JSON.parse>.',
  ),
  'no-compiler-is-silenced': ({ path, lines }) =>
    lines.flatMap((line, place) =>
      /^\s*\/\/ *@ts-(?:ignore|nocheck|expect-error)/.test(line)
        ? [{ file: path, line: place + 1, wayOut: 'Make the types say what is true instead.' }]
        : [],
    ),
  'only-main-reads-the-environment': forbid(
    /\bprocess\.env\b/,
    'Only service/main.ts reads the environment: add a setting to service/config/config.ts and hand the value in.',
    atTheEdge,
  ),
  'only-the-clock-reads-the-time': forbid(
    /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/,
    'Take a Clock (service/foundation/clock.ts) and ask it.',
    inTheClock,
  ),
  'randomness-is-handed-in': forbid(
    /\bMath\.random\(|\brandom(?:Bytes|UUID|Int|FillSync|Fill)\(/,
    'Take a FillRandom or an IdSource (service/foundation/ids.ts) and ask it.',
    inTheWiring,
  ),
  'json-is-read-with-one-meaning': forbid(
    /\bJSON\.parse\b(?!>)/,
    'Read a body with readJson (service/http/validation/json-body.ts), a file from outside with readYaml (service/governance/policies/documents/yaml.ts), and what is stored with parseJson (evidence-format): the native parser rounds integers, drops keys stated twice, and can read an escaped key wrong.',
    mayParse,
  ),
  'files-of-others-are-read-by-one-reader': forbid(
    /\bparseDocument\(|\bparseAllDocuments\(|\bYAML\.parse\(/,
    'Read it with readYaml (service/governance/policies/documents/yaml.ts), which refuses integers that a double is only near.',
    (path) => path === 'service/governance/policies/documents/yaml.ts' || isTest(path),
  ),
  'pages-write-as-the-reader-does': forbid(
    /\.toLocale(?:Date|Time)?String\(|\bIntl\.(?:NumberFormat|DateTimeFormat)\(\[?['"]/,
    'Write numbers with formatCount or formatUsd (dashboard/ui/money.ts), times with dashboard/ui/time, others by dashboard/ui/locale/locale.ts.',
    (path) => !path.startsWith('dashboard/') || isTest(path),
  ),
  'nothing-is-left-to-do': ({ path, lines }) =>
    lines.flatMap((line, place) =>
      /\b(?:TO|FIX)(?:DO|ME)\b/.test(line)
        ? [{ file: path, line: place + 1, wayOut: 'Do it now, or open an issue and say nothing here.' }]
        : [],
    ),
  'no-test-is-left-out': forbid(
    /\b(?:test|it|describe|suite)\.(?:only|skip|todo)\(|\bonly: true\b|\bskip: true\b|\.skip\(\)/,
    'Run it, mend it or delete it; what a machine lacks is a reason to skip: write { skip: reason }.',
  ),
  'nothing-is-printed-past-the-log': forbid(
    /\bconsole\.\w+\(|\bprocess\.std(?:out|err)\.write\b/,
    'Log with pino where the service runs, print with service/cli/terminal.ts where a person asks: it makes foreign text harmless.',
    (path) =>
      path.startsWith('examples/') ||
      path === 'gateway/gateway.ts' ||
      path === 'gateway/configuration/import-command.ts' ||
      path === 'gateway/hook.ts' ||
      isTest(path),
  ),
};
