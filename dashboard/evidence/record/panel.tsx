/** A record beside the list. Loaded when the first one is opened. */
import { useRead } from '../../api/read.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { ButtonLink } from '../../ui/forms/button.tsx';
import { SidePanel } from '../../ui/lists/side-panel.tsx';
import { Loaded } from '../../ui/state.tsx';
import { typeName } from '../search.ts';
import { RecordHead, RecordProof, RecordSays } from './contents.tsx';
import { TrailCard } from './trail.tsx';

export function RecordPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useRead('/api/v1/evidence/{id}', { params: { path: { id } } });
  const record = query.data;
  return (
    <SidePanel
      title={
        record === undefined ? (
          'Record'
        ) : (
          <ForeignText oneLine limit={160} text={record.action ?? typeName(record.artifact_type)} />
        )
      }
      onClose={onClose}
      actions={
        <ButtonLink size="small" to="/evidence/$id" params={{ id }}>
          Open
        </ButtonLink>
      }
    >
      <Loaded query={query} lines={8}>
        {(whole) => (
          <>
            <RecordHead record={whole} />
            <TrailCard id={id} beside />
            <RecordSays record={whole} />
            <RecordProof record={whole} />
          </>
        )}
      </Loaded>
    </SidePanel>
  );
}
