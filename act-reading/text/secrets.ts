/**
 * Secrets in a text, by Secretlint's rules: only the names of matching rules, never the secret. A rule runs only on
 * texts with a piece that all its matches have: most texts have none, and running all rules takes 30 µs per three
 * hundred characters.
 */
/** The part of a rule that is used. Its own types are in a package that is not installed with it. */
interface SecretRule {
  meta: { id: string; supportedContentTypes?: readonly string[] };
  create?: (context: object, options: object) => { file?: (source: object) => unknown };
}

interface Scanner {
  name: string;
  /** null for a rule that always runs. */
  piece: RegExp | null;
  scan: (source: object) => unknown;
}

/** Rules that filter the findings of others, or read files. */
const LEFT_OUT = /filter-comments|-gcp$/;
/** A private key of a kind that the rules do not know still begins like this. */
const PRIVATE_KEY = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;

/** A piece that is in every text in which the rule finds something. A rule without one always runs. */
const PIECES: Readonly<Record<string, RegExp>> = {
  aws: /SECRET|secret|Secret/,
  privatekey: /-----BEGIN/,
  npm: /x-oauth-basic|_authToken=|npm_/,
  basicauth: /:\/\//,
  slack: /xox|xapp|hooks\.slack/i,
  sendgrid: /SG\./,
  shopify: /shp/,
  stripe: /[sr]k_/,
  github: /gh[pousr]_|github_pat/,
  gitlab: /glpat-/,
  grafana: /gl(?:c|sa)_/,
  openai: /sk-/,
  anthropic: /sk-ant-/,
  groq: /gsk_/,
  huggingface: /hf_/,
  linear: /lin_api_/,
  notion: /ntn_/,
  '1password': /ops_/,
  'database-connection-string': /:\/\//,
  'hashicorp-vault': /hv[sbr]\./,
  vercel: /vc[piark]_/,
  databricks: /dapi/,
  docker: /dckr_pat_/,
  figma: /figd_/,
  cloudflare: /cf(?:k|ut|at)_/,
  tailscale: /tskey-/,
};

/** No rule finds anything in a text without one of these. */
const ANY_PIECE = /_|:\/\/|-----BEGIN|sk-|glpat-|tskey-|xox|xapp|SG\.|hv[sbr]\.|dapi|secret/i;

let scanners: readonly Scanner[] | null = null;
/** Findings for the current text: rules report while they run. */
let found = new Set<string>();

export async function loadSecrets(): Promise<void> {
  const { rules } = await import('@secretlint/secretlint-rule-preset-recommend');
  scanners = (rules as unknown as readonly SecretRule[]).flatMap(scannerOf);
}

function scannerOf({ meta, create }: SecretRule): Scanner[] {
  if (create === undefined || LEFT_OUT.test(meta.id)) return [];
  const name = meta.id.replace(/^.*secretlint-rule-/, '');
  const report = ({ message }: { message: { messageId: string } }) =>
    void found.add(`${name}:${message.messageId}`);
  const createTranslator = () => (messageId: string) => ({ message: messageId, messageId });
  const { file } = create({ sharedOptions: {}, createTranslator, report, ignore: () => undefined }, {});
  if (file === undefined) return [];
  return [{ name, piece: Object.hasOwn(PIECES, name) ? (PIECES[name] ?? null) : null, scan: file }];
}

/** Returns the names of the rules and whether each always runs, for tests. */
export function secretRules(): { name: string; isAlwaysAsked: boolean }[] {
  return loaded().map(({ name, piece }) => ({ name, isAlwaysAsked: piece === null }));
}

function loaded(): readonly Scanner[] {
  if (scanners === null) throw new Error('await loadReaders() before the first content is read');
  return scanners;
}

/**
 * @param asksAll runs every rule on every text.
 * @returns the name of each kind found, such as `aws:AWSSecretAccessKey`, sorted.
 */
export function secretsIn(text: string, asksAll = false): string[] {
  const all = loaded();
  if (!asksAll && !ANY_PIECE.test(text)) return [];
  found = new Set();
  let source: object | null = null;
  for (const { piece, scan } of all) {
    if (!asksAll && piece !== null && !piece.test(text)) continue;
    source ??= { filePath: 'text.txt', content: text, contentType: 'text', ext: '.txt', hasBOM: false };
    scan(source);
  }
  if (PRIVATE_KEY.test(text)) found.add('privatekey:PrivateKey');
  if (GCP_KEY.test(text)) found.add('gcp:ServiceAccountKey');
  return [...found].sort();
}

/** Credentials that one person tells another, to get in or to pay with. */
const TOLD: readonly (readonly [string, RegExp])[] = [
  [
    'a password or code',
    /(?<!\p{L})(?:pass(?:word|phrase|code)|passwort|kennwort|mot de passe|contraseña|senha|wachtwoord|login|pin|tan|otp|cvc|cvv|(?:access|security|verification|alarm|door|one-time|login|sms)[ -]code|api[ -]?key|secret)(?!\p{L})[\p{L}\d ,'"/-]{0,24}?(?:\bis\b|\bist\b|\blautet\b|\best\b|\bes\b|:|=)\s*["'`]?(?!https?:)(?=[^\s"'`]*[\d#$%&*!_/-])[^\s"'`<{]{4,}/iu,
  ],
  [
    'a code that was received',
    /(?<!\p{L})(?:code|otp|tan)(?!\p{L})[^\n.!?]{0,40}(?:sms|2fa|text message|reçu|received|erhalten|recibido)[^\n.!?]{0,20}?\d{2,4}[ -]?\d{2,4}/iu,
  ],
  [
    'a key or password',
    /\b[A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PWD)\s*[=:]\s*["']?[^\s"'$<{]{6,}/,
  ],
  ['an address with its password', /\b[a-z][a-z0-9+]{2,20}:\/\/[^\s/:@]{1,64}:[^\s/@]{3,64}@/i],
];
/** Every text that tells a credential contains one of these. */
const HINT =
  /pass|passwort|kennwort|contrase|senha|wachtwoord|login|pin|tan|otp|cv[cv]|code|key|secret|token|pwd|:\/\/|\d[ -]?\d{3}/i;
const MANY_DIGITS = /(?<!\d)(?:\d[ -]?){12,18}\d(?!\d)/g;

/** @returns which credential the text tells in words, as a clause; null if it tells none. */
export function credentialIn(text: string): string | null {
  if (!HINT.test(text)) return null;
  const told = TOLD.find(([, written]) => written.test(text))?.[0];
  if (told !== undefined) return told;
  for (const [digits] of text.matchAll(MANY_DIGITS))
    if (isCardNumber(digits.replace(/\D/g, ''))) return 'the number of a card';
  return null;
}

/** Checks the check digit of ISO/IEC 7812-1, annex B. */
function isCardNumber(digits: string): boolean {
  if (!/^[3-6]/.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]) * (place % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

const GCP_KEY = /"private_key_id"\s*:\s*"[0-9a-f]{40}"/;
