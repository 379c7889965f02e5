/** Reads code in a language without a reader here: it runs, and the addresses and secrets in it are named. */
import { type Act, type Content, listed, refused, shown, target } from '../content.ts';
import { readAddress } from './address.ts';
import { secretsIn } from './secrets.ts';

const MAX_CODE = 65_536;
const ADDRESS = /\b(?:https?|wss?|ftp):\/\/[^\s'"`<>\\)\]}|]{1,2000}/g;

export function readCode(text: string): Content {
  const reason = refused(text, MAX_CODE);
  const facts = (urls: string[], secrets: string[]) => ({
    urls: listed(urls),
    hosts: listed(urls.map((url) => readAddress(url)?.host ?? '').filter((host) => host !== '')),
    secrets: listed(secrets),
  });
  if (reason !== null) return { kind: 'code', unreadable: reason, acts: [], facts: facts([], []) };
  const urls = [...new Set(text.match(ADDRESS) ?? [])].slice(0, 200);
  const secrets = secretsIn(text);
  const acts: Act[] = [
    {
      effect: 'execute',
      what:
        secrets.length > 0 ? 'runs code that is not read, and holds secrets' : 'runs code that is not read',
      targets: [target('program', 'program', 'code')],
      ...(secrets.length > 0 && { risk_level: 'high' as const, beyond_mandates: true as const }),
    },
    ...urls.map(
      (url): Act => ({
        effect: 'send',
        what: `may reach ${shown(readAddress(url)?.host ?? url)}`,
        targets: [target('url', 'place', url)],
      }),
    ),
  ];
  return { kind: 'code', unreadable: null, acts, facts: facts(urls, secrets) };
}
