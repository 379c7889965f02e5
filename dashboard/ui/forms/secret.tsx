/** Shows a secret the one time that it can be seen. It is kept in memory alone, and leaving without it asks first. */
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { CodeBlock } from '../code.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Choice, Form } from './field.tsx';

interface SecretDialogProps {
  title: string;
  /** What it is, such as `key`. */
  name: string;
  secret: string;
  onClose: () => void;
  /** What to do with it. */
  children?: ReactNode;
}

/** The question of the browser itself, which also stands before a reload. */
export function useAskBeforeLeaving(asks: boolean, question: string): void {
  useBlocker({ shouldBlockFn: () => asks && !window.confirm(question), enableBeforeUnload: asks });
}

export function SecretDialog({ title, name, secret, onClose, children }: SecretDialogProps) {
  const [isKept, setKept] = useState(false);
  useAskBeforeLeaving(true, `You will not see this ${name} again. Leave without it?`);
  return (
    <Dialog
      open
      keepOpen
      onClose={() => isKept && onClose()}
      title={title}
      description={`Copy it now, to where you keep secrets. You will not see this ${name} again.`}
    >
      <CodeBlock text={secret} label={name} />
      {children}
      <Form
        onSubmit={onClose}
        actions={
          <Button type="submit" look="primary" disabled={!isKept}>
            Done
          </Button>
        }
      >
        <Choice
          label={`I have kept the ${name}`}
          checked={isKept}
          onChange={({ target }) => setKept(target.checked)}
        />
      </Form>
    </Dialog>
  );
}
