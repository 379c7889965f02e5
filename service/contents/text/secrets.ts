/** Secrets in a text, by the rules of Secretlint: only the names of the rules that match, never the secret. */
/** What is used of a rule. Its types stand in a package that is not installed with it. */
interface SecretRule {
  meta: { id: string; supportedContentTypes?: readonly string[] };
  create?: (context: object, options: object) => { file?: (source: object) => unknown };
}

/** They filter what others found, or read files. */
const LEFT_OUT = /filter-comments|-gcp$/;
/** A key of another kind than the rules know still begins like this. */
const PRIVATE_KEY = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;

let scanners: readonly SecretRule[] | null = null;

export async function loadSecrets(): Promise<void> {
  const { rules } = await import('@secretlint/secretlint-rule-preset-recommend');
  scanners = (rules as unknown as readonly SecretRule[]).filter(
    ({ meta, create }) => create !== undefined && !LEFT_OUT.test(meta.id),
  );
}

/** @returns for each kind found its name, such as `aws:AWSSecretAccessKey`, sorted. */
export function secretsIn(text: string): string[] {
  if (scanners === null) throw new Error('await loadReaders() before the first content is read');
  const found = new Set<string>();
  for (const { meta, create } of scanners) {
    const name = meta.id.replace(/^.*secretlint-rule-/, '');
    const report = ({ message }: { message: { messageId: string } }) =>
      found.add(`${name}:${message.messageId}`);
    const createTranslator = () => (messageId: string) => ({ message: messageId, messageId });
    const handler = create?.({ sharedOptions: {}, createTranslator, report, ignore: () => undefined }, {});
    handler?.file?.({ filePath: 'text.txt', content: text, contentType: 'text', ext: '.txt', hasBOM: false });
  }
  if (PRIVATE_KEY.test(text)) found.add('privatekey:PrivateKey');
  if (GCP_KEY.test(text)) found.add('gcp:ServiceAccountKey');
  return [...found].sort();
}

/** What a person tells another to get in by, or to pay with. */
const TOLD: readonly (readonly [string, RegExp])[] = [
  [
    'a password or code',
    /(?<!\p{L})(?:pass(?:word|phrase|code)|passwort|kennwort|mot de passe|contraseña|senha|wachtwoord|login|pin|tan|otp|cvc|cvv|(?:access|security|verification|alarm|door|one-time|login|sms)[ -]code|api[ -]?key|secret)(?!\p{L})[^\n.!?]{0,24}?(?:\bis\b|\bist\b|\blautet\b|\best\b|\bes\b|:|=)\s*["'`]?(?!https?:)(?=[^\s"'`]*[\d#$%&*!_/-])[^\s"'`<{]{4,}/iu,
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
const MANY_DIGITS = /(?<!\d)(?:\d[ -]?){12,18}\d(?!\d)/g;

/** @returns what of a credential the text tells in words, as a clause; null where it tells none. */
export function credentialIn(text: string): string | null {
  const told = TOLD.find(([, written]) => written.test(text))?.[0];
  if (told !== undefined) return told;
  for (const [digits] of text.matchAll(MANY_DIGITS))
    if (isCardNumber(digits.replace(/\D/g, ''))) return 'the number of a card';
  return null;
}

/** ISO/IEC 7812-1, annex B: the check digit. */
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
