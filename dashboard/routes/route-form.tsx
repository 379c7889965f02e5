/** One route: when it counts, whom it asks, and until when. */
import { useState } from 'react';
import { ApiError } from '../api/client.ts';
import { SelectField, TextField } from '../ui/forms/field.tsx';
import { Fields } from '../ui/forms/fields.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
import { AskedFields, LaterFields } from './asked-fields.tsx';
import { ChannelFields } from './channel-fields.tsx';
import { type ApprovalRoute, draftOf, type PartProps, routeOf } from './draft.ts';
import type { PutRoutes } from './put-routes.ts';
import { WhenFields } from './when-fields.tsx';

interface RouteFormProps {
  routes: readonly ApprovalRoute[];
  /** After the last: a new one. */
  place: number;
  put: PutRoutes;
  onClose: () => void;
}

export function RouteForm({ routes, place, put, onClose }: RouteFormProps) {
  const isNew = place === routes.length;
  const [draft, setDraft] = useState(() => draftOf(routes[place] ?? null));
  const refused = put.error instanceof ApiError ? put.error : null;
  const faultOf = (...member: (string | number)[]) =>
    refused?.of('settings', 'approvals', 'routes', place, ...member);
  const part: PartProps = { draft, faultOf, change: (next) => setDraft({ ...draft, ...next }) };
  return (
    <FormDialog
      large
      keepOpen
      onClose={onClose}
      title={isNew ? 'Add a route' : 'Change the route'}
      description="It takes effect on every node within a second. Approvals that wait keep the route that they have."
      act="Put in force"
      disabled={draft.name.trim() === ''}
      // A long form hides the field from someone who looks at the button.
      error={put.error?.message.replaceAll(`settings.approvals.routes.${place}.`, '')}
      onSubmit={() => put.mutateAsync(routes.toSpliced(place, 1, routeOf(draft)))}
      done="The route is in force"
    >
      <TextField
        label="Name"
        maxLength={100}
        error={faultOf('name')}
        value={draft.name}
        onValue={(name) => part.change({ name })}
      />
      <WhenFields {...part} />
      <AskedFields {...part} />
      <LaterFields {...part} />
      <ChannelFields {...part} />
      <Fields legend="Until when, and how" row>
        <TextField
          label="Deadline, in minutes"
          hint="Empty: as the settings say. Without a decision by then it is not carried out."
          inputMode="numeric"
          error={faultOf('deadline_minutes')}
          value={draft.deadlineMinutes}
          onValue={(deadlineMinutes) => part.change({ deadlineMinutes })}
        />
        <SelectField
          label="A decision from a mail needs"
          options={SIGN_INS}
          error={faultOf('sign_in')}
          value={draft.signIn}
          onValue={(signIn) => part.change({ signIn })}
        />
      </Fields>
    </FormDialog>
  );
}

const SIGN_INS = [
  { value: '', name: 'a sign-in at high risk' },
  { value: 'session', name: 'a sign-in' },
  { value: 'passkey', name: 'a passkey' },
] as const;
