/** Goes to a page, an agent, an approval or a record, and acts: by the keyboard alone. Loaded when it is first asked for. */
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/me.ts';
import { useRead } from '../../api/read.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { GROUPS } from '../pages.ts';
import { type Command, commandsFor, type Group } from './commands.ts';
import styles from './palette.module.css';

const PAGES = GROUPS.flatMap(({ entries }) => entries);
const MOST = 100;

interface PaletteProps {
  onClose: () => void;
  onHalt: () => void;
}

export function Palette({ onClose, onHalt }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const groups = useCommands(typed);
  const navigate = useNavigate();
  const act = ({ goal }: Command) => {
    onClose();
    if (goal === 'halt') onHalt();
    else void navigate(goal as never);
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} data-shades />
        <Dialog.Popup className={styles.popup} aria-label="Go to, or act">
          <Autocomplete.Root
            open
            inline
            mode="none"
            autoHighlight="always"
            keepHighlight
            items={groups}
            value={typed}
            onValueChange={setTyped}
            itemToStringValue={({ label }: Command) => label}
          >
            <div className={styles.field}>
              <Search aria-hidden />
              <Autocomplete.Input
                className={styles.input}
                aria-label="Page, agent, approval, id or act"
                placeholder="Page, agent, approval, id or act"
              />
              <kbd>Esc</kbd>
            </div>
            <Autocomplete.List className={styles.list}>
              {(group: Group) => (
                <Autocomplete.Group key={group.name} items={group.items} className={styles.group}>
                  <Autocomplete.GroupLabel className={styles.label}>{group.name}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(item: Command) => (
                      <Autocomplete.Item
                        key={item.id}
                        value={item}
                        className={styles.item}
                        onClick={() => act(item)}
                      >
                        <Entry command={item} />
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Entry({ command: { label, detail, foreign } }: { command: Command }) {
  return (
    <>
      <span className={styles.name}>{foreign ? <ForeignText oneLine text={label} /> : label}</span>
      {detail !== undefined && (
        <span className={styles.detail}>
          <ForeignText oneLine limit={60} text={detail} />
        </span>
      )}
    </>
  );
}

function useCommands(typed: string): Group[] {
  const may = useMay();
  const agents = useRead('/api/v1/agents', { params: { query: { limit: MOST } } });
  const approvals = useRead('/api/v1/approvals', { params: { query: { status: 'pending', limit: 50 } } });
  return commandsFor(typed, {
    pages: PAGES,
    agents: agents.data?.items ?? [],
    hasMoreAgents: (agents.data?.next_cursor ?? null) !== null,
    approvals: approvals.data?.items ?? [],
    may,
  });
}
