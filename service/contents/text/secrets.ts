/** Secrets in a text, by the rules of Secretlint: only the names of the rules that match, never the secret. */
import { rules } from '@secretlint/secretlint-rule-preset-recommend';

/** What is used of a rule. Its types stand in a package that is not installed with it. */
interface SecretRule {
  meta: { id: string; supportedContentTypes?: readonly string[] };
  create?: (context: object, options: object) => { file?: (source: object) => unknown };
}

/** They filter what others found, or read files. */
const LEFT_OUT = /filter-comments|-gcp$/;
/** A key of another kind than the rules know still begins like this. */
const PRIVATE_KEY = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/;

const scanners = (rules as unknown as readonly SecretRule[]).filter(
  ({ meta, create }) => create !== undefined && !LEFT_OUT.test(meta.id),
);

/** @returns for each kind found its name, such as `aws:AWSSecretAccessKey`, sorted. */
export function secretsIn(text: string): string[] {
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

const GCP_KEY = /"private_key_id"\s*:\s*"[0-9a-f]{40}"/;
