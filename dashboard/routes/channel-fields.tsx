/** The channels by which a route asks. */
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Choice, Choices } from '../ui/forms/field.tsx';
import { Fields } from '../ui/forms/fields.tsx';
import type { PartProps } from './draft.ts';

export function ChannelFields({ draft: { channels }, change }: PartProps) {
  const { manage } = useMay();
  const { data } = useRead('/api/v1/channels', {}, { enabled: manage });
  const all = data?.channels ?? [];
  if (all.length === 0 && channels === null) return null;
  return (
    <Fields legend="By which channels">
      <Choice
        kind="radio"
        label="All of them"
        checked={channels === null}
        onValue={() => change({ channels: null })}
      />
      <Choice
        kind="radio"
        label="Only some, or none"
        checked={channels !== null}
        onValue={() => change({ channels: channels ?? [] })}
      />
      {channels !== null && (
        <Choices
          options={all.map(({ id: value, name, kind }) => ({
            value,
            label: (
              <>
                <ForeignText cut limit={60} text={name} /> <small>{kind}</small>
              </>
            ),
          }))}
          chosen={channels}
          onChange={(next) => change({ channels: next })}
        />
      )}
    </Fields>
  );
}
