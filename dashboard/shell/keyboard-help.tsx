/** Lists the keyboard shortcuts. */
import { Dialog } from '../ui/forms/dialog.tsx';
import { Facts } from '../ui/page.tsx';
import { GROUPS } from './pages.ts';

/** On the pages of approvals. */
const DECIDING = {
  'Next, previous': <Keys of={['j', 'k']} />,
  Open: <Keys of={['Enter']} />,
  'Approve, reject': <Keys of={['a', 'r']} />,
};

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const pages = GROUPS.flatMap(({ entries }) => entries).map(
    ({ name, key }) => [name, <Keys key={key} of={['g', key]} />] as const,
  );
  return (
    <Dialog open onClose={onClose} title="Keys">
      <h3>Go to a page</h3>
      <Facts facts={Object.fromEntries(pages)} />
      <h3>Approvals</h3>
      <Facts facts={DECIDING} />
    </Dialog>
  );
}

function Keys({ of }: { of: readonly string[] }) {
  return of.map((key) => (
    <span key={key}>
      <kbd>{key}</kbd>{' '}
    </span>
  ));
}
