/** The request as code to paste, and the link to this page with it. */
import { useState } from 'react';
import { prefixOf } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { CodeBlock } from '../ui/code.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Select } from '../ui/forms/select.tsx';
import { Card } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import { codeOf } from './code.ts';
import { type Draft, linkOf, requestOf } from './draft.ts';

export function CopyAs({ draft }: { draft: Draft }) {
  const environment = useEnvironment();
  const [chosen, setChosen] = useState('curl');
  const codes = codeOf(location.origin + prefixOf(environment), requestOf(draft));
  const shown = codes.find(({ name }) => name === chosen) ?? codes[0];
  return (
    <Card
      title="Copy as"
      actions={
        <Select
          label="Language"
          options={codes.map(({ name }) => ({ value: name, name }))}
          value={chosen}
          onValue={setChosen}
        />
      }
    >
      {shown && <CodeBlock text={shown.text} label={shown.name} />}
    </Card>
  );
}

export function CopyLink({ draft }: { draft: Draft }) {
  const link = linkOf(draft);
  const copy = async () => {
    history.replaceState(history.state, '', `${location.pathname}${location.search}#${link}`);
    await navigator.clipboard.writeText(location.href);
    toast('The link is copied', 'What looks like a password or a key is left out of it.');
  };
  return (
    <Button onClick={() => void copy()} disabled={link === null}>
      Copy link
    </Button>
  );
}
