/** Codes for when the authenticator is lost. Each works once, and they are shown only once. */

import { CopyButton } from '../ui/code.tsx';
import { Button } from '../ui/forms/button.tsx';
import { saveFile } from '../ui/forms/save-file.ts';
import { useAskBeforeLeaving } from '../ui/forms/secret.tsx';
import { Row, Stack } from '../ui/page.tsx';
import styles from './account.module.css';

export function BackupCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = `${codes.join('\n')}\n`;
  useAskBeforeLeaving(true, 'You will not see these codes again. Leave without them?');
  return (
    <Stack>
      <p>
        Each of these codes works once in place of a code from your authenticator, if you lose it. You will
        not see them again.
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Row>
        <CopyButton text={text} label="Copy the codes" />
        <Button onClick={() => saveFile('assize-backup-codes.txt', 'text/plain', text)}>
          Save as a file
        </Button>
        <Button look="primary" onClick={onKept}>
          I have saved them
        </Button>
      </Row>
    </Stack>
  );
}
