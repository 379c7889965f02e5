/**
 * Edits the settings: the common ones in a form, all of them as JSON. It shows the difference before they are put in
 * force.
 */
import { useState } from 'react';
import type { CurrentSettings, NewSettings } from '../../client/api.ts';
import { useEnvironment } from '../api/environment.ts';
import { useMay } from '../api/me.ts';
import { useWrite } from '../api/read.ts';
import { Button } from '../ui/forms/button.tsx';
import { SelectField, TextArea, TextField } from '../ui/forms/field.tsx';
import { Confirm } from '../ui/forms/form.tsx';
import { Card, Columns, Row, Stack } from '../ui/page.tsx';
import { lazily, Notice, Skeleton } from '../ui/state.tsx';

const Difference = lazily(() => import('../ui/difference.tsx'), 'Difference', <Skeleton />);

const textOf = (settings: NewSettings): string => JSON.stringify(settings, null, 2);

interface TypedDraft {
  text: string;
  /** The version that the edit began with. */
  basedOn: number;
}

/** Edits stay in this tab until they are in force, even where someone else was faster. */
function useDraft({ version }: CurrentSettings, before: string) {
  const key = `assize.settings.${useEnvironment()}`;
  const begin = { text: before, basedOn: version };
  const [draft, setDraft] = useState<TypedDraft>(() => {
    const stored = sessionStorage.getItem(key);
    return stored === null ? begin : (JSON.parse(stored) as TypedDraft);
  });
  const keep = (next: TypedDraft) => {
    if (next.text === before) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(next));
    setDraft(next);
  };
  const setText = (text: string) => keep({ ...draft, text });
  return { ...draft, setText, forget: () => keep(begin) };
}

export function SettingsEditor({ current }: { current: CurrentSettings }) {
  const before = textOf(current.settings);
  const { text, basedOn, setText, forget } = useDraft(current, before);
  const [confirming, setConfirming] = useState(false);
  const { manage } = useMay();
  const put = useWrite(
    (api, settings: NewSettings) =>
      api.PUT('/api/v1/settings', { body: { settings, expected_version: basedOn } }),
    ['/api/v1/settings', '/api/v1/settings/versions'],
  );
  const read = settingsIn(text);
  const isChanged = text !== before;
  return (
    <Stack>
      {isChanged && basedOn !== current.version && (
        <Notice tone="warning" action={<Button onClick={forget}>Take what is in force</Button>}>
          Someone has put other settings in force since you started. Your edits are kept; copy over what you
          need.
        </Notice>
      )}
      {read.settings !== null && (
        <Common settings={read.settings} isReadOnly={!manage} onChange={(next) => setText(textOf(next))} />
      )}
      <Card title="The whole document">
        <TextArea
          label="Settings (JSON)"
          rows={24}
          spellCheck={false}
          readOnly={!manage}
          error={read.problem}
          value={text}
          onValue={setText}
        />
      </Card>
      {isChanged && read.settings !== null && (
        <Card title="What would change">
          <Difference before={before} after={textOf(read.settings)} />
        </Card>
      )}
      {put.error && <Notice tone="bad">{put.error.message}</Notice>}
      {manage && (
        <Row>
          <Button
            look="primary"
            disabled={!isChanged || read.settings === null}
            onClick={() => setConfirming(true)}
          >
            Put in force…
          </Button>
          {isChanged && <Button onClick={forget}>Undo changes</Button>}
        </Row>
      )}
      <Confirm
        open={confirming}
        onClose={() => setConfirming(false)}
        title="Put these settings in force?"
        description="They take effect on every node within a second. You can go back to any version."
        act="Put in force"
        look="primary"
        onSubmit={async () => {
          if (read.settings === null) throw new Error(read.problem);
          await put.mutateAsync(read.settings);
          forget();
        }}
        done="The settings are in force"
      />
    </Stack>
  );
}

type Read = { settings: NewSettings; problem?: never } | { settings: null; problem: string };

function settingsIn(text: string): Read {
  try {
    return { settings: JSON.parse(text) as NewSettings };
  } catch (error) {
    return { settings: null, problem: `This is not JSON: ${(error as Error).message}` };
  }
}

const ATTESTATION = [
  { value: 'accepted', name: 'Accepted: what a caller claims counts' },
  { value: 'verified', name: 'Verified: only what Assize can prove counts' },
] as const;
const ENFORCEMENT = [
  { value: 'when_reviewed', name: 'Once the first tool is accepted' },
  { value: 'observe', name: 'Only observe: record what would be held' },
  { value: 'enforce', name: 'Enforce' },
] as const;
const ANSWERS = [
  { value: 'proceed', name: 'Let it proceed' },
  { value: 'escalate', name: 'Ask a person' },
  { value: 'block', name: 'Block it' },
] as const;

interface CommonProps {
  settings: NewSettings;
  isReadOnly: boolean;
  onChange: (settings: NewSettings) => void;
}

function Common({ settings, isReadOnly, onChange }: CommonProps) {
  const { attestation, enforcement = 'when_reviewed', tools, targets, approvals } = settings;
  return (
    <Columns>
      <Card title="Whose word counts">
        <Stack>
          <SelectField
            label="Attestation"
            options={ATTESTATION}
            disabled={isReadOnly}
            value={attestation}
            onValue={(value) => onChange({ ...settings, attestation: value })}
          />
          <SelectField
            label="Tools, targets and mandates"
            options={ENFORCEMENT}
            disabled={isReadOnly}
            value={enforcement}
            onValue={(value) => onChange({ ...settings, enforcement: value })}
          />
          <SelectField
            label="An action that no tool of the catalogue matches"
            options={ANSWERS}
            disabled={isReadOnly}
            value={tools?.unlisted ?? 'escalate'}
            onValue={(value) => onChange({ ...settings, tools: { unlisted: value } })}
          />
          <SelectField
            label="A target that is not known"
            options={ANSWERS}
            disabled={isReadOnly}
            value={targets?.unknown ?? 'escalate'}
            onValue={(value) =>
              onChange({
                ...settings,
                targets: { memory_days: 90, ...targets, unknown: value },
              })
            }
          />
        </Stack>
      </Card>
      <Card title="Approvals">
        <Stack>
          <TextField
            label="Hours until an approval expires"
            inputMode="numeric"
            readOnly={isReadOnly}
            value={String(approvals.lifetime_hours)}
            onValue={(value) =>
              onChange({ ...settings, approvals: { ...approvals, lifetime_hours: Number(value) } })
            }
          />
          {(['low', 'medium', 'high', 'critical'] as const).map((risk) => (
            <TextField
              key={risk}
              label={`People who must approve at ${risk} risk`}
              inputMode="numeric"
              readOnly={isReadOnly}
              value={String(approvals.required[risk])}
              onValue={(value) =>
                onChange({
                  ...settings,
                  approvals: {
                    ...approvals,
                    required: { ...approvals.required, [risk]: Number(value) },
                  },
                })
              }
            />
          ))}
        </Stack>
      </Card>
    </Columns>
  );
}
