/**
 * Proposes where the values of a tool's results come from. They are the tenant's own only where the name says a
 * register that the tenant keeps, or where the tool tells what it has just made. In doubt, a stranger wrote them.
 */

import * as LIST from '../../../lexicon/results.ts';
import type { Effect } from '../../../targets/index.ts';
import type { ResultSource } from '../../entry.ts';
import type { Named } from './named.ts';
import { wordIn } from './named.ts';

export interface Told<T> {
  value: T;
  why: string;
}

export function sourceOf(named: Named, effects: ReadonlySet<Effect>): Told<ResultSource> {
  const web = webWordOf(named);
  if (web !== null) return content(`the name says "${web}", and pages and hosts are strangers'`);
  if (effects.has('execute')) return content('what it runs may bring anything in');
  const platform = wordIn(LIST.PLATFORMS, [...named.words, ...named.server]);
  if (effects.has('read')) return sourceOfReading(named, platform);
  if (effects.has('write') && !LIST.MAKING.has(named.first)) {
    const theirs = wordIn(LIST.OUTSIDERS, named.words);
    if (theirs !== null)
      return content(`it may return all of what it changes: others may have written a "${theirs}"`);
    if (platform !== null) return content(`anyone can sign up to ${platform}`);
  }
  return own('it returns what it has done or made');
}

export function webWordOf({ words, server }: Named): string | null {
  return wordIn(LIST.WEB, [...words, ...server]);
}

function sourceOfReading({ first, words, head }: Named, platform: string | null): Told<ResultSource> {
  const register = head.find((word) => LIST.REGISTER.has(word));
  const structure = head.find((word) => LIST.STRUCTURE.has(word));
  const isOneself = head.includes('me');
  if (platform !== null && !isOneself) return content(`anyone can sign up to ${platform}`);
  if (structure !== undefined) return own(`a "${structure}" is set by you, and not by others`);
  if (first === 'list' && head.some((word) => LIST.LISTED.has(word))) return own('it is a list of names');
  const theirs = wordIn(LIST.OUTSIDERS, words);
  if (theirs !== null) return content(`the name says "${theirs}", which others may have written`);
  // To read a channel is to read what stands in it.
  if (register === undefined || first === 'read')
    return content('nothing in its name says that only you keep what it reads');
  return own(`the name says "${register.replaceAll('_', ' ')}", which you keep yourself`);
}

function own(why: string): Told<ResultSource> {
  return { value: 'own', why };
}

function content(why: string): Told<ResultSource> {
  return { value: 'content', why };
}
