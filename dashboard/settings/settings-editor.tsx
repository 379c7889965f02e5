/** Edits a draft of the settings as a form or as code, with what it would have changed, and puts it in force. */
import { useState } from 'react';
import type { CurrentSettings, NewSettings } from '../../client/api.ts';
import { settingWords } from '../../client/changes/index.ts';
import { ApiError } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { useWrite } from '../api/read.ts';
import { ChangedVerdicts, changedOf } from '../backtest/changed-verdicts.tsx';
import { Progress } from '../integrity/run.tsx';
import { Button } from '../ui/forms/button.tsx';
import { TextArea } from '../ui/forms/field.tsx';
import { Confirm } from '../ui/forms/form.tsx';
import { formatCount } from '../ui/money.ts';
import { Card, Row, Stack } from '../ui/page.tsx';
import { lazily, Notice, Skeleton } from '../ui/state.tsx';
import { type SettingsDraft, textOf } from './draft.ts';
import { changedFields, problemOf, valueAt } from './fields.ts';
import styles from './settings.module.css';
import { SettingsForm, type Theme } from './settings-form.tsx';
import { DAYS, type Effects, useEffects } from './use-effects.ts';

const Difference = lazily(() => import('../ui/difference.tsx'), 'Difference', <Skeleton />);

interface SettingsEditorProps {
  view: 'form' | 'code';
  themes: readonly Theme[];
  current: CurrentSettings;
  draft: SettingsDraft;
}

export function SettingsEditor({ view, themes, current, draft }: SettingsEditorProps) {
  const { settings } = draft.read;
  const [confirming, setConfirming] = useState(false);
  const { manage } = useMay();
  const put = useWrite(
    (api, next: NewSettings) =>
      api.PUT('/api/v1/settings', { body: { settings: next, expected_version: draft.basedOn } }),
    ['/api/v1/settings', '/api/v1/settings/versions'],
  );
  const fields = themes.flatMap((theme) => theme.fields);
  const isSound =
    settings !== null && fields.every((field) => problemOf(field, valueAt(settings, field)) === undefined);
  const effects = useEffects(manage && draft.isChanged && isSound ? settings : null);
  const refusal = put.error instanceof ApiError && put.error.faults.length > 0 ? put.error : null;
  return (
    <Stack>
      {draft.isOvertaken && <Overtaken draft={draft} version={current.version} />}
      {view === 'form' ? (
        <SettingsForm
          themes={themes}
          draft={draft}
          inForce={current.settings}
          isReadOnly={!manage}
          refusal={refusal}
          result={effects.result}
        />
      ) : (
        <Code draft={draft} inForce={current.settings} isReadOnly={!manage} />
      )}
      {manage && draft.isChanged && settings !== null && <Past effects={effects} isSound={isSound} />}
      {put.error && !isHeld(put.error) && <Notice tone="bad">{put.error.message}</Notice>}
      {manage && draft.isChanged && (
        <div className={styles.bar}>
          <span role="status">{summaryOf(draft, effects, isSound)}</span>
          <Row>
            <Button onClick={draft.forget}>Undo changes</Button>
            <Button look="primary" disabled={!isSound} onClick={() => setConfirming(true)}>
              Put in force…
            </Button>
          </Row>
        </div>
      )}
      <Confirm
        open={confirming}
        onClose={() => setConfirming(false)}
        title="Put these settings in force?"
        description="They take effect on every node within a second. You can go back to any version."
        act="Put in force"
        look="primary"
        onSubmit={async () => {
          if (settings === null) throw new Error(draft.read.problem);
          await put.mutateAsync(settings).catch((error: unknown) => {
            if (isHeld(error)) draft.forget();
            throw error;
          });
          draft.forget();
        }}
        done="The settings are in force"
      >
        {settings !== null && (
          <ul className={styles.changes}>
            {changedFields(fields, current.settings, settings).map((field) => (
              <li key={field.path}>
                {field.title}: {settingWords(field, valueAt(current.settings, field))} →{' '}
                <strong>{settingWords(field, valueAt(settings, field))}</strong>
              </li>
            ))}
          </ul>
        )}
      </Confirm>
    </Stack>
  );
}

/** The approval has the draft. */
const isHeld = (error: unknown) => error instanceof ApiError && error.isHeld;

function Overtaken({ draft, version }: { draft: SettingsDraft; version: number }) {
  return (
    <Notice
      tone="warning"
      action={
        <Row>
          <Button disabled={draft.read.settings === null} onClick={draft.rebase}>
            Keep my changes on top
          </Button>
          <Button onClick={draft.forget}>Take what is in force</Button>
        </Row>
      }
    >
      Someone has put other settings in force since you started: version {version}. Your edits are kept.
    </Notice>
  );
}

interface CodeProps {
  draft: SettingsDraft;
  inForce: NewSettings;
  isReadOnly: boolean;
}

function Code({ draft: { text, read, isChanged, setText }, inForce, isReadOnly }: CodeProps) {
  return (
    <>
      <Card title="The whole document">
        <div className={styles.code}>
          <TextArea
            label="Settings (JSON)"
            rows={28}
            spellCheck={false}
            readOnly={isReadOnly}
            error={read.problem}
            value={text}
            onValue={setText}
          />
        </div>
      </Card>
      {isChanged && read.settings !== null && (
        <Card title="What would change">
          <Difference before={textOf(inForce)} after={textOf(read.settings)} />
        </Card>
      )}
    </>
  );
}

/** The last days under the draft. */
function Past({ effects: { run, result, waits }, isSound }: { effects: Effects; isSound: boolean }) {
  return (
    <Card
      title={`The last ${DAYS} days under this draft`}
      actions={
        run.done !== null ? (
          <Progress done={run.done} label="Judging again" />
        ) : (
          <Button size="small" disabled={!isSound} onClick={run.start}>
            Judge them again
          </Button>
        )
      }
    >
      <Stack>
        {run.failure && <Notice tone="bad">{run.failure}</Notice>}
        {result === null ? (
          <p className={styles.note}>
            {waits
              ? 'The last one took long, so this one waits for you.'
              : 'Recorded evaluations are judged again, and nothing is recorded.'}
          </p>
        ) : (
          <>
            <p>{changedOf(result)}.</p>
            <ChangedVerdicts changed={result.changed} />
            {result.skipped > 0 && (
              <p className={styles.note}>
                {formatCount(result.skipped)} were skipped: their text was removed or has expired.
              </p>
            )}
          </>
        )}
      </Stack>
    </Card>
  );
}

function summaryOf({ read }: SettingsDraft, { run, result }: Effects, isSound: boolean): string {
  if (read.settings === null) return 'The code can’t be read.';
  if (!isSound) return 'A value is out of its range.';
  if (run.done !== null) return `Judging the last ${DAYS} days again…`;
  return result === null ? 'Not in force yet.' : `${changedOf(result)} in the last ${DAYS} days.`;
}
