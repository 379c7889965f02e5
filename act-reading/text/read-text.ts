/**
 * Reads a text for people: the addresses it leads to, whether it shows others in their place, and the kinds of
 * secrets in it. It does not judge what the words say.
 */
import type { JsonObject } from '@assize/evidence-format';
import {
  type Act,
  type Content,
  hidesCharacters,
  listed,
  MAX_LISTED,
  refused,
  shown,
  target,
} from '../content.ts';
import { readAddress } from './address.ts';
import { type Link, linksOf, TooManyLinks } from './links.ts';
import { mailIn, readMail, UnreadableMail } from './mime.ts';
import { credentialIn, secretsIn } from './secrets.ts';

export const MAX_TEXT = 65_536;

interface UrlFact {
  url: string;
  host: string;
  /** The text shown in its place; null if the address itself is seen. */
  shown: string | null;
  /** The shown text is an address of another host. */
  differs: boolean;
  carries: string[];
  loaded: boolean;
}

export function readText(text: string): Content {
  const mail = mailIn(text);
  return mail === null ? readPlain(text) : readMailText(mail);
}

/** Reads the recipients in addition to the text. */
function readMailText(text: string): Content {
  try {
    const { recipients, texts } = readMail(text);
    const content = readPlain(texts.join('\n\n'));
    if (content.unreadable !== null) return content;
    return { ...content, acts: [...recipients.map(actOfSending), ...content.acts] };
  } catch (error) {
    if (error instanceof UnreadableMail) return unreadable(error.message);
    throw error;
  }
}

function actOfSending(list: string): Act {
  const to = target('email', 'recipient', list);
  return { effect: 'send', what: `is a mail to ${shown(list)}`, targets: [to] };
}

function readPlain(text: string): Content {
  const reason = refused(text, MAX_TEXT);
  if (reason !== null) return unreadable(reason);
  try {
    const links = linksOf(text);
    const secrets = secretsIn(text);
    const urls = urlsOf(links);
    return {
      kind: 'text',
      unreadable: null,
      acts: [...actsOf(urls, secrets), ...(secrets.length > 0 ? [] : actsOfCredentials(text))],
      facts: factsOf(urls, secrets, text),
    };
  } catch (error) {
    if (error instanceof TooManyLinks) return unreadable(error.message);
    if (error instanceof RangeError) return unreadable('it is nested too deep');
    throw error;
  }
}

function unreadable(reason: string): Content {
  return { kind: 'text', unreadable: reason, acts: [], facts: factsOf([], [], '') };
}

function urlsOf(links: readonly Link[]): UrlFact[] {
  const seen = new Map<string, UrlFact>();
  for (const link of links) {
    const href = link.href.startsWith('//') ? `https:${link.href}` : link.href;
    // A link inside the document, or relative to where the text will be, names no one.
    if (href === '' || (readAddress(href) === null && !/^[a-z][\w+.-]*:/i.test(href))) continue;
    const address = readAddress(href);
    const fact: UrlFact = {
      url: href,
      host: address?.host ?? '',
      shown: link.shown,
      differs: differs(link.shown, address?.host ?? ''),
      carries: address?.carries ?? [],
      loaded: link.isLoaded,
    };
    const key = `${href} ${fact.differs}`;
    if (!seen.has(key)) seen.set(key, fact);
  }
  return [...seen.values()];
}

/** Whether the words of a link are themselves an address of another host. */
function differs(words: string | null, host: string): boolean {
  if (words === null) return false;
  const text = words.trim();
  const seen = /^(?:[a-z][\w+.-]*:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?::\d+)?(?:[/?#]\S*)?$/iu.exec(
    text,
  )?.[1];
  if (seen === undefined) return /^[a-z][\w+.-]*:\/\//i.test(text) && URL.parse(text)?.hostname !== host;
  const shownHost = URL.parse(`https://${seen}`)?.hostname ?? seen;
  return withoutWww(shownHost) !== withoutWww(host);
}

const withoutWww = (host: string) =>
  host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');

/** Naming an address does not write to it. */
const MAIL = /^(?:mailto|tel|sms):/i;

function actsOf(urls: readonly UrlFact[], secrets: readonly string[]): Act[] {
  const acts: Act[] = urls
    .filter(({ url }) => !MAIL.test(url))
    .map((fact) => {
      const { url, host, differs: isOther, loaded, carries } = fact;
      const address = readAddress(url);
      const what = isOther
        ? `links to ${shown(host)} behind the words ${shown(fact.shown ?? '', 60)}`
        : `${loaded ? 'loads from' : 'links to'} ${shown(host || url)}`;
      const reason = address === null ? 'it is no address that can be read' : undefined;
      const isSharp =
        isOther ||
        address === null ||
        /^(?:javascript|vbscript|data)$/.test(address.scheme) ||
        (loaded && carries.length > 0);
      return {
        effect: 'send',
        what,
        targets: [target('url', 'link', url, reason)],
        ...(isSharp && { risk_level: 'high' as const }),
      };
    });
  if (secrets.length > 0) {
    acts.push({
      effect: 'send',
      what: `holds secrets: ${secrets.slice(0, 3).join(', ')}`,
      targets: [],
      risk_level: 'high',
      beyond_mandates: true,
    });
  }
  return acts;
}

/** Telling a credential gives access. */
function actsOfCredentials(text: string): Act[] {
  const told = credentialIn(text);
  return told === null
    ? []
    : [{ effect: 'share', what: `tells ${told}`, targets: [], risk_level: 'high', beyond_mandates: true }];
}

function factsOf(urls: readonly UrlFact[], secrets: readonly string[], text: string): JsonObject {
  return {
    urls: urls.slice(0, MAX_LISTED).map(({ url, host, shown: words, differs: isOther, carries, loaded }) => ({
      url: shown(url, 300),
      host: shown(host, 300),
      shown: words === null ? null : shown(words),
      differs: isOther,
      carries,
      loaded,
    })),
    hosts: listed(urls.map(({ host }) => host).filter((host) => host !== '')),
    secrets: listed(secrets),
    hidden_characters: hidesCharacters(text),
    length: text.length,
  };
}
