/** Lists the keyboard shortcuts. */
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { Columns, Facts, Row } from '../ui/page.tsx';
import { GROUPS } from './pages.ts';

/** On the pages of approvals. */
const DECIDING = {
  'Next, previous': <Keys of={['j', 'k']} />,
  Open: <Keys of={['Enter']} />,
  'Approve, reject': <Keys of={['a', 'r']} />,
};

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open large onClose={onClose} title="Keys">
      <h3>Go to a page</h3>
      <Columns>
        {GROUPS.map(({ name: group, entries }) => (
          <Facts
            key={group}
            facts={Object.fromEntries(
              entries.map(({ name, key }) => [name, <Keys key={key} of={['g', key]} />]),
            )}
          />
        ))}
      </Columns>
      <h3>Approvals</h3>
      <Facts facts={DECIDING} />
      <Row>
        <Button onClick={onClose}>Close</Button>
      </Row>
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
