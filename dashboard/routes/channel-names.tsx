/** The names of channels, where the viewer may know them. */
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';

export function ChannelNames({ ids }: { ids: readonly string[] }) {
  const { manage } = useMay();
  const { data } = useRead('/api/v1/channels', {}, { enabled: manage });
  if (ids.length === 0) return 'no channel';
  return ids.map((id, place) => (
    <span key={id}>
      {place > 0 && ', '}
      <ForeignText cut limit={60} text={data?.channels.find((channel) => channel.id === id)?.name ?? id} />
    </span>
  ));
}
