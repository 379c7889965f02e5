/** Lists the keyboard shortcuts. */
import { Button } from '../ui/forms/button.tsx';
import { Dialog } from '../ui/forms/dialog.tsx';
import { Columns, Facts, Row, Stack } from '../ui/page.tsx';
import { GROUPS } from './pages.ts';

const EVERYWHERE = {
  'Go to anything, or act': <Keys of={['Ctrl', 'K']} />,
  'These keys': <Keys of={['?']} />,
};

const IN_LISTS = {
  'Next, previous': <Keys of={['j', 'k']} />,
  Open: <Keys of={['Enter']} />,
  'Close what stands beside the list': <Keys of={['Esc']} />,
};

/** In the inbox, and on the page of an approval. */
const DECIDING = {
  'Approve, reject': <Keys of={['a', 'r']} />,
  Correct: <Keys of={['c']} />,
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
      <Columns>
        {Object.entries({ Everywhere: EVERYWHERE, 'In every list': IN_LISTS, Approvals: DECIDING }).map(
          ([name, keys]) => (
            <Stack key={name}>
              <h3>{name}</h3>
              <Facts facts={keys} />
            </Stack>
          ),
        )}
      </Columns>
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
