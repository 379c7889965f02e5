/** Shows a secret once. It is kept only in memory, and leaving without copying it asks first. */
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { CodeBlock } from '../code.tsx';
import { Dialog } from './dialog.tsx';
import { Choice } from './field.tsx';
import { Form } from './form.tsx';

interface SecretDialogProps {
  title: string;
  /** The name of the secret, such as `key`. */
  name: string;
  secret: string;
  onClose: () => void;
  /** Instructions on using it. */
  children?: ReactNode;
}

/** The browser's own question, which a reload shows too. */
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
      <Form onSubmit={onClose} act="Done" disabled={!isKept}>
        <Choice label={`I have saved the ${name}`} checked={isKept} onValue={setKept} />
      </Form>
    </Dialog>
  );
}
