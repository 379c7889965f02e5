/** Reads a content that is one URL. */
import type { JsonObject } from '@assize/evidence-format';
import { type Content, listed, refused, shown } from '../content.ts';
import { type Address, actOfAddress, readAddress } from './address.ts';

const MAX_URL = 8_192;
/** A bare host, as people type it into a browser. */
const BARE = /^(?:localhost|\[[0-9a-f:.]+\]|(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,})(?::\d+)?(?:[/?#].*)?$/u;

export function readUrl(text: string): Content {
  const trimmed = text.trim();
  const written = BARE.test(trimmed) ? `https://${trimmed}` : trimmed;
  const reason = refused(trimmed, MAX_URL);
  const address = reason === null ? readAddress(written) : null;
  if (address === null) {
    return { kind: 'url', unreadable: reason ?? 'it is no absolute address', acts: [], facts: factsOf(null) };
  }
  return { kind: 'url', unreadable: null, acts: [actOfAddress(written, address)], facts: factsOf(address) };
}

function factsOf(address: Address | null): JsonObject {
  return {
    scheme: address?.scheme ?? '',
    host: shown(address?.host ?? '', 300),
    port: address?.port ?? '',
    path: shown(address?.path ?? '', 300),
    query_names: listed(address?.queryNames ?? []),
    carries: address?.carries ?? [],
    private: address?.isPrivate ?? false,
    metadata: address?.isMetadata ?? false,
  };
}
