/** The settings as a form, theme by theme. */
import type { BacktestResult, NewSettings, SettingsField } from '../../client/api.ts';
import { RISKS } from '../../client/changes/index.ts';
import type { ApiError } from '../api/client.ts';
import type { ReadData } from '../api/read.ts';
import { Badge } from '../ui/badge.tsx';
import { Notice } from '../ui/state.tsx';
import type { SettingsDraft } from './draft.ts';
import { FieldRow } from './field-row.tsx';
import { changedFields, valueAt, withValue } from './fields.ts';
import styles from './settings.module.css';

export type Theme = ReadData<'/api/v1/settings/fields'>['themes'][number];

interface SettingsFormProps {
  themes: readonly Theme[];
  draft: SettingsDraft;
  inForce: NewSettings;
  isReadOnly: boolean;
  refusal: Pick<ApiError, 'of'> | null;
  result: BacktestResult | null;
}

export function SettingsForm({ themes, draft, inForce, isReadOnly, refusal, result }: SettingsFormProps) {
  const { settings, problem } = draft.read;
  if (settings === null) {
    return <Notice tone="bad">{problem} Correct it under Code, or undo your changes.</Notice>;
  }
  const fields = themes.flatMap((theme) => theme.fields);
  const changed = changedFields(fields, inForce, settings);
  const rowOf = (field: SettingsField) => (
    <FieldRow
      key={field.path}
      field={field}
      value={valueAt(settings, field)}
      inForce={valueAt(inForce, field)}
      isChanged={changed.includes(field)}
      isReadOnly={isReadOnly}
      refused={refusedAt(refusal, field)}
      found={result?.fields.find(({ path }) => path === field.path)}
      onValue={(value) => draft.setSettings(withValue(settings, fields, field.path, value))}
    />
  );
  return (
    <div className={styles.form}>
      <nav className={styles.contents} aria-label="Themes">
        {themes.map((theme) => (
          <a key={theme.id} href={`#${theme.id}`}>
            {theme.title} <Changed count={theme.fields.filter((each) => changed.includes(each)).length} />
          </a>
        ))}
      </nav>
      <div className={styles.themes}>
        {themes.map((theme) => (
          <section key={theme.id} id={theme.id} className={styles.theme} aria-label={theme.title}>
            <header className={styles.head}>
              <h2>{theme.title}</h2>
              <p>{theme.meaning}</p>
            </header>
            {theme.fields.map(rowOf)}
          </section>
        ))}
      </div>
    </div>
  );
}

function Changed({ count }: { count: number }) {
  return count === 0 ? null : <Badge tone="accent">{count}</Badge>;
}

function refusedAt(refusal: SettingsFormProps['refusal'], { path, kind }: SettingsField): string | undefined {
  const names = ['settings', ...path.split('.')];
  if (kind !== 'by_risk') return refusal?.of(...names);
  return RISKS.map((risk) => refusal?.of(...names, risk)).find((each) => each !== undefined);
}
