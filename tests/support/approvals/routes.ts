/** A tenant whose route asks two groups. */
import type { ApprovalRoute } from '@assize/service/governance/settings/routes/index.ts';
import type { FastifyInstance } from 'fastify';
import type { Answer } from '../http/in-process.ts';
import { askAs, newGroup, setRoutes } from '../people/groups.ts';
import { type SignedIn, signedIn } from '../people/members.ts';
import { GRAVE, type MovedService } from './approvals.ts';

/** Each number is a request of its own. */
export const grave = (number: number) => ({ ...GRAVE, context: { ...GRAVE.context, invoice: { number } } });

/** Finance has Ann and Ben, Legal has Cleo; Dan is in neither. */
export async function twoGroups(moved: MovedService, extra: Partial<ApprovalRoute> = {}) {
  const { app, service } = moved;
  const member = (name: string, role: 'owner' | 'approver' | 'viewer' = 'approver') =>
    signedIn(service, 'default', role, name);
  const owner = await member('Olga', 'owner');
  const [ann, ben, cleo, dan] = [
    await member('Ann'),
    await member('Ben'),
    await member('Cleo'),
    await member('Dan'),
  ];
  const finance = await newGroup(app, owner, 'Finance', [ann, ben]);
  const legal = await newGroup(app, owner, 'Legal', [cleo]);
  const ask = [
    { group: finance, approvals: 1 },
    { group: legal, approvals: 1 },
  ];
  const route = { name: 'Money', when: { action: 'invoice.*' }, ask, ...extra };
  await setRoutes(app, [route]);
  return { app, service, owner, ann, ben, cleo, dan, finance, legal, route };
}

/** @returns the record of an approval, as this person sees it. */
export async function shown(app: FastifyInstance, who: SignedIn, id: string): Promise<Answer['body']> {
  return (await askAs(app, who, `/api/v1/approvals/${id}`)).body;
}
