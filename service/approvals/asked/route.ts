/** The route that an approval was opened with, as its row keeps it. */
import { canonicalJson, parseJson } from '@assize/evidence-format';
import type { AskedRoute } from '../../governance/settings/routes/index.ts';
import type { ApprovalRow } from '../approval.ts';

/** null: no route, so everyone who may approve is asked. */
export function askedOf({ route }: Pick<ApprovalRow, 'route'>): AskedRoute | null {
  return route === null ? null : (parseJson(route) as unknown as AskedRoute);
}

export function routeText(asked: AskedRoute | null): string | null {
  return asked === null ? null : canonicalJson({ ...asked });
}
