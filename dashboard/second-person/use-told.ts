/** The change of an approval in words, with the names and the settings that the words need. */
import type { Approval } from '../../client/api.ts';
import { sentenceOfChange, type ToldChange, toldChange, type Word } from '../../client/changes/index.ts';
import { useNamed } from '../api/names.ts';
import { useRead } from '../api/read.ts';

export interface UsedTold {
  words: Word[];
  told: ToldChange;
}

/** null for the action of an agent. */
export function useToldChange({ change, action, context, requested_by: by }: Approval): UsedTold | null {
  const fields = useRead('/api/v1/settings/fields', {}, { enabled: change?.area === 'settings' });
  const { memberId, standIn } = (context?.arguments ?? {}) as { memberId?: unknown; standIn?: unknown };
  const isAsked = change !== null;
  const who = useNamed('party', isAsked ? (by ?? '') : '');
  const member = useNamed('party', isAsked && typeof memberId === 'string' ? memberId : '');
  const other = useNamed('party', isAsked && typeof standIn === 'string' ? standIn : '');
  if (change === null) return null;
  const told = toldChange(
    change,
    fields.data?.themes.flatMap((theme) => theme.fields),
  );
  const of = (id: string) => (id === standIn ? other?.name : id === memberId ? member?.name : null) ?? id;
  const words = sentenceOfChange({ action, context, change, told }, { who: who?.name ?? by, of });
  return { words, told };
}
