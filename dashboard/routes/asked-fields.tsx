/** The groups that a route asks, and those that it asks later. */
import { useRead } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Choices, SelectField, TextField } from '../ui/forms/field.tsx';
import { Fields } from '../ui/forms/fields.tsx';
import { harmless } from '../ui/harmless.ts';
import type { PartProps } from './draft.ts';
import styles from './routes.module.css';

/** As many as the service takes. */
const MOST_GROUPS = 5;

function useGroups() {
  return useRead('/api/v1/groups', {}).data?.groups ?? [];
}

export function AskedFields({ draft, change, faultOf }: PartProps) {
  const groups = useGroups();
  const [first] = groups;
  const { ask } = draft;
  const replace = (at: number, part: Partial<(typeof ask)[number]>) =>
    change({ ask: ask.map((each, place) => (place === at ? { ...each, ...part } : each)) });
  return (
    <Fields
      legend="Whom it asks"
      hint={
        first === undefined
          ? 'Everyone who may approve. Make groups under Members to ask some of them.'
          : 'Without a group: everyone who may approve. One person counts once.'
      }
    >
      {ask.map(({ group, approvals }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other key, and hold no state
        <div key={place} className={styles.asked}>
          <SelectField
            label="Group"
            options={groups.map(({ group_id: value, name }) => ({ value, name: harmless(name) }))}
            error={faultOf('ask', place, 'group')}
            value={group}
            onValue={(next) => replace(place, { group: next })}
          />
          <TextField
            label="Approvals"
            inputMode="numeric"
            error={faultOf('ask', place, 'approvals')}
            value={approvals}
            onValue={(next) => replace(place, { approvals: next })}
          />
          <Button look="quiet" onClick={() => change({ ask: ask.toSpliced(place, 1) })}>
            Remove
          </Button>
        </div>
      ))}
      {first !== undefined && ask.length < MOST_GROUPS && (
        <div>
          <Button
            size="small"
            onClick={() => change({ ask: [...ask, { group: first.group_id, approvals: '1' }] })}
          >
            Ask a group
          </Button>
        </div>
      )}
    </Fields>
  );
}

export function LaterFields({ draft, change, faultOf }: PartProps) {
  const groups = useGroups();
  if (groups.length === 0) return null;
  return (
    <Fields legend="Whom it asks later, too">
      <TextField
        label="After minutes"
        hint="Empty: no one else. From that time on their approvals count for any of the groups above."
        inputMode="numeric"
        error={faultOf('then', 'after_minutes')}
        value={draft.laterMinutes}
        onValue={(laterMinutes) => change({ laterMinutes })}
      />
      {draft.laterMinutes.trim() !== '' && (
        <Choices
          options={groups.map(({ group_id: value, name }) => ({
            value,
            label: <ForeignText cut limit={60} text={name} />,
          }))}
          chosen={draft.laterGroups}
          onChange={(laterGroups) => change({ laterGroups })}
        />
      )}
    </Fields>
  );
}
