/** Changes of the rules by one person alone. */
import type { JsonObject } from '@assize/evidence-format';
import { type CoveredChange, coveredChanges, isUnread } from '../../../governance/second-person/index.ts';
import { placeOf } from '../reading.ts';
import { type Exception, type ExceptionKind, Listing, shortened } from './kind.ts';

export const singleHanded: ExceptionKind = {
  id: 'changed_alone',
  title: 'Rules changed without a second person',
  rule: 'Policies in force, settings, the catalogue or roles were changed, and the record names no second person who approved. Changes on the machine of the service count too.',
  async find({ db, chain, period, size: end }) {
    const listing = new Listing();
    for await (const change of coveredChanges(db, chain, { ...period, end }))
      if (isUnread(change)) listing.addUnread();
      else if (change.behind.kind !== 'second_person') listing.add(exceptionOf(change));
    return listing.found();
  },
};

function exceptionOf(change: CoveredChange): Exception {
  const { action, actor: who, at, payload, behind } = change;
  const stated = (payload?.change ?? {}) as JsonObject;
  const what = payload === null ? `${action}, whose content was removed` : whatOf(action, stated);
  const where = behind.kind === 'operator' ? ', on the machine of the service' : '';
  return { ...placeOf(change), at, who, what: `${what}${where}`, why: shortened(stated.reason) };
}

function whatOf(action: string, { name, policy, version, tools, member_id, role }: JsonObject): string {
  const named = [
    name ?? policy,
    version === undefined ? undefined : `version ${version}`,
    member_id,
    role,
  ].filter((part) => typeof part === 'string');
  const many = Array.isArray(tools) ? `${tools.length} tools` : '';
  return [action, ...named, many].filter((part) => part !== '').join(' ');
}
