/** How much of a request a message shows outside the service. */
import type { CurrentSettings } from '../../client/api.ts';
import { useRead, useWrite } from '../api/read.ts';
import { SelectField } from '../ui/forms/field.tsx';
import { Card, Stack } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { toast } from '../ui/toast.tsx';

type Detail = NonNullable<CurrentSettings['settings']['channels']>['detail'];

const DETAILS: readonly { value: Detail; name: string }[] = [
  { value: 'link_only', name: 'Only a link' },
  { value: 'summary', name: 'A summary: agent, action, targets, amount, risk' },
  { value: 'full', name: 'Everything, with the arguments' },
];

export function DetailSetting() {
  const query = useRead('/api/v1/settings', {});
  return (
    <Card title="What a message shows">
      <Loaded query={query} lines={2}>
        {(current) => <DetailField current={current} />}
      </Loaded>
    </Card>
  );
}

function DetailField({ current: { settings, version } }: { current: CurrentSettings }) {
  const put = useWrite(
    (api, detail: Detail) => {
      const body = { settings: { ...settings, channels: { detail } }, expected_version: version };
      return api.PUT('/api/v1/settings', { body });
    },
    ['/api/v1/settings', '/api/v1/settings/versions'],
  );
  return (
    <Stack>
      <SelectField
        label="Detail"
        hint="The service that runs a channel can read it. A change is a new version of the settings."
        options={DETAILS}
        error={put.error?.message}
        disabled={put.isPending}
        value={settings.channels?.detail ?? 'summary'}
        onValue={(detail) => put.mutate(detail, { onSuccess: () => toast('The settings are in force') })}
      />
    </Stack>
  );
}
