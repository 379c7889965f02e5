/** The views above the list: ready ones, and those that this person saved in this browser. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { FormDialog } from '../../ui/forms/form.tsx';
import type { EvidenceSearch } from '../search.ts';
import { COLUMN_NAMES, FIRST_SHOWN } from './columns.tsx';
import styles from './list.module.css';
import { type EvidenceView, isView, MAX_NAME, READY_VIEWS, useSavedViews, withView } from './views.ts';

interface ViewsBarProps {
  search: EvidenceSearch;
  /** The columns that the person chose. */
  shown: readonly string[];
  choose: (columns: readonly string[]) => void;
}

export function ViewsBar({ search, shown, choose }: ViewsBarProps) {
  const [saved, keep] = useSavedViews(COLUMN_NAMES);
  const [isNaming, setNaming] = useState(false);
  const isShown = (view: EvidenceView) => isView(view, search, shown);
  const own = saved.find(isShown);
  const isReady = shown.join() === FIRST_SHOWN.join() && READY_VIEWS.some(isShown);
  const canSave = own === undefined && !isReady;
  const save = (name: string) => {
    const next = withView(saved, { name, search, columns: shown });
    if (next === null) throw new Error('There are 20 saved views: remove one first.');
    keep(next);
  };
  return (
    <nav aria-label="Views" className={styles.views}>
      {[...READY_VIEWS, ...saved].map((view) => (
        <ViewLink key={view.name} view={view} isShown={isShown(view)} choose={choose} />
      ))}
      {canSave && (
        <Button size="small" look="quiet" onClick={() => setNaming(true)}>
          Save this view…
        </Button>
      )}
      {own !== undefined && (
        <Button size="small" look="quiet" onClick={() => keep(saved.filter(({ name }) => name !== own.name))}>
          Remove this view
        </Button>
      )}
      {isNaming && <NameView onSave={save} onClose={() => setNaming(false)} />}
    </nav>
  );
}

interface ViewLinkProps extends Pick<ViewsBarProps, 'choose'> {
  view: EvidenceView;
  isShown: boolean;
}

function ViewLink({ view: { name, search, columns }, isShown, choose }: ViewLinkProps) {
  return (
    <Link
      to="/evidence"
      search={({ env }: { env?: 'sandbox' }) => ({ env, ...search })}
      className={styles.view}
      aria-current={isShown ? 'page' : undefined}
      onClick={() => columns !== null && choose(columns)}
    >
      <ForeignText cut limit={MAX_NAME} text={name} />
    </Link>
  );
}

const READY_NAMES = new Set(READY_VIEWS.map(({ name }) => name));

function NameView({ onSave, onClose }: { onSave: (name: string) => void; onClose: () => void }) {
  const [name, setName] = useState('');
  const submit = () => {
    const given = name.trim();
    if (given === '') throw new Error('Give the view a name.');
    if (READY_NAMES.has(given)) throw new Error('There is a view of this name already.');
    onSave(given);
  };
  return (
    <FormDialog
      title="Save this view"
      description="Its filters, its period and the columns are kept in this browser. To show the filters to others, share the address of the page."
      act="Save"
      onClose={onClose}
      onSubmit={submit}
      done="The view is saved"
    >
      <TextField label="Name" value={name} onValue={setName} maxLength={MAX_NAME} autoComplete="off" />
    </FormDialog>
  );
}
