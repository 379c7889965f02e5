/**
 * A draft of the settings. Form and code edit the same text, and this tab keeps it until it is in force, also where
 * someone else was faster or the session ended.
 */
import { useState } from 'react';
import type { CurrentSettings, NewSettings } from '../../client/api.ts';
import { useEnvironment } from '../api/environment.ts';

export const textOf = (settings: NewSettings): string => JSON.stringify(settings, null, 2);

interface Kept {
  text: string;
  /** The settings that the edit began with, and their version. */
  base: NewSettings;
  basedOn: number;
}

export type Read = { settings: NewSettings; problem?: never } | { settings: null; problem: string };

export interface SettingsDraft extends Kept {
  read: Read;
  isChanged: boolean;
  /** Someone else has put other settings in force since the edit began. */
  isOvertaken: boolean;
  setText: (text: string) => void;
  setSettings: (settings: NewSettings) => void;
  /** Puts these edits on top of what is in force now. */
  rebase: () => void;
  forget: () => void;
}

export function useSettingsDraft({ version, settings: inForce }: CurrentSettings): SettingsDraft {
  const key = `assize.settings-draft.${useEnvironment()}`;
  const begin: Kept = { text: textOf(inForce), base: inForce, basedOn: version };
  const [kept, setKept] = useState<Kept>(() => {
    const stored = keptAt(key);
    return stored === null || stored.text === begin.text ? begin : stored;
  });
  const keep = (next: Kept) => {
    if (next.text === begin.text) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(next));
    setKept(next.text === begin.text ? begin : next);
  };
  const read = settingsIn(kept.text);
  const setText = (text: string) => keep({ ...kept, text });
  return {
    ...kept,
    read,
    isChanged: kept.text !== begin.text,
    isOvertaken: kept.text !== begin.text && kept.basedOn !== version,
    setText,
    setSettings: (settings) => setText(textOf(settings)),
    rebase: () => {
      if (read.settings === null) return;
      keep({ ...begin, text: textOf(rebased(kept.base, read.settings, inForce)) });
    },
    forget: () => keep(begin),
  };
}

function keptAt(key: string): Kept | null {
  const text = sessionStorage.getItem(key);
  return text === null ? null : (JSON.parse(text) as Kept);
}

function settingsIn(text: string): Read {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return { settings: null, problem: 'The settings must be a JSON object.' };
    return { settings: value as unknown as NewSettings };
  } catch (error) {
    return { settings: null, problem: `This is not JSON: ${(error as Error).message}` };
  }
}

type Members = Record<string, unknown>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the last document with everything that differs between the first two. */
export function rebased<Document extends object>(base: Document, mine: Document, theirs: Document): Document {
  const [from, to, result] = [base as Members, mine as Members, { ...theirs } as Members];
  for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [was, is, other] = [from[name], to[name], result[name]];
    if (isSame(was, is)) continue;
    if (isObject(is) && isObject(other)) result[name] = rebased(isObject(was) ? was : {}, is, other);
    else if (is === undefined) delete result[name];
    else result[name] = is;
  }
  return result as Document;
}
