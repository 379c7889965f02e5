/** A dialog over the page. On a phone it rises from below, within reach of a thumb. */
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef, useState } from 'react';
import styles from '../dialog.module.css';
import { Button, type ButtonLook } from './button.tsx';
import { Form } from './field.tsx';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  large?: boolean;
  /** A click outside, or Escape, does not close it: typed text would be lost. */
  keepOpen?: boolean;
  children?: ReactNode;
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  large = false,
  keepOpen,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      disablePointerDismissal={keepOpen ?? false}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup
          ref={popup}
          className={`${styles.popup} ${large ? styles.large : ''}`}
          // With a field focused, a phone's keyboard would cover the question.
          initialFocus={() => (matchMedia('(pointer: coarse)').matches ? popup.current : true)}
        >
          <div>
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            {description && (
              <BaseDialog.Description render={<div />} className={styles.description}>
                {description}
              </BaseDialog.Description>
            )}
          </div>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** The label of the button: the act, in one or two words. */
  act: string;
  look?: ButtonLook;
  /** Closes by itself once this is done. On an error it stays open and shows the error. */
  onConfirm: () => Promise<unknown>;
  children?: ReactNode;
}

/** Asks for confirmation before something that can't be undone. */
export function Confirm({
  open,
  onClose,
  title,
  description,
  act,
  look = 'danger',
  onConfirm,
  children,
}: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setBusy(false);
    }
  };
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" look={look} busy={busy}>
        {act}
      </Button>
    </>
  );
  return (
    <Dialog open={open} onClose={onClose} title={title} description={description}>
      <Form onSubmit={confirm} error={error} actions={actions}>
        {children}
      </Form>
    </Dialog>
  );
}
