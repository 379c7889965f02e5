/** Forms, in a page or in a dialog over it. */
import { type FormEvent, type ReactNode, useState } from 'react';
import styles from '../field.module.css';
import { toast } from '../toast.tsx';
import { Button, type ButtonLook } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { ReasonField, type ReasonProps } from './field.tsx';

interface Asked {
  /** The label of the button: the act, in one or two words. */
  act: string;
  look?: ButtonLook;
  disabled?: boolean | undefined;
  children?: ReactNode;
}

interface FormProps extends Omit<Asked, 'act'> {
  /** false: it has no buttons now. */
  act: string | false;
  onSubmit: () => void;
  onCancel?: () => void;
  /** The label of its button. */
  cancel?: string;
  /** The request that it sends: the button waits for it, and its error is shown. */
  sent?: { isPending: boolean; error: Error | null };
  /** Instead of the error of the request. null: it is shown at a field. */
  error?: string | null | undefined;
  /** The button is as wide as the form. */
  wide?: boolean;
}

export function Form({
  act,
  look = 'primary',
  disabled,
  children,
  onSubmit,
  onCancel,
  cancel = 'Cancel',
  sent,
  error = sent?.error?.message,
  wide,
}: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {children}
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {act && (
        <div className={styles.actions}>
          {onCancel && <Button onClick={onCancel}>{cancel}</Button>}
          <Button type="submit" look={look} wide={wide} busy={sent?.isPending} disabled={disabled}>
            {act}
          </Button>
        </div>
      )}
    </form>
  );
}

interface FormDialogProps extends Asked, Omit<DialogProps, 'children'> {
  /**
   * The dialog closes once this is done. On an error it stays open and shows the error; on false, a field shows what
   * is wrong.
   */
  onSubmit: (reason: string) => unknown;
  /** Said once it is done. */
  done?: string;
  /** Said below that. */
  more?: string;
  /** Asks for a reason too. */
  reason?: ReasonProps & {
    /** Said where none is given. */
    missing?: string;
    /** The button waits for one. */
    isRequired?: boolean;
  };
  /** Instead of the error of `onSubmit`. null: it is shown at a field. */
  error?: string | null | undefined;
}

export function FormDialog({
  act,
  look,
  disabled,
  children,
  onSubmit,
  done,
  more,
  reason,
  error,
  ...dialog
}: FormDialogProps) {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const [why, setWhy] = useState('');
  const submit = async () => {
    setPending(true);
    setFailure(null);
    try {
      if (reason?.missing !== undefined && why.trim() === '') throw new Error(reason.missing);
      if ((await onSubmit(why.trim())) === false) return;
      if (done !== undefined) toast(done, more);
      dialog.onClose();
    } catch (thrown) {
      if (isHeld(thrown)) dialog.onClose();
      else setFailure(thrown as Error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog {...dialog} keepOpen={dialog.keepOpen || (reason?.isRequired && why !== '')}>
      <Form
        act={act}
        look={look ?? 'primary'}
        disabled={disabled || (reason?.isRequired && why.trim() === '')}
        onSubmit={submit}
        onCancel={dialog.onClose}
        sent={{ isPending, error: failure }}
        error={error}
      >
        {reason && (
          <ReasonField hint={reason.hint} maxLength={reason.maxLength} value={why} onValue={setWhy} />
        )}
        {children}
      </Form>
    </Dialog>
  );
}

/** The service has taken what was asked for, and lets it wait: every page says so. */
const isHeld = (thrown: unknown) => (thrown as { isHeld?: unknown } | null)?.isHeld === true;

/** Asks for confirmation before something that can't be undone. */
export function Confirm(props: FormDialogProps) {
  return <FormDialog look="danger" {...props} />;
}

interface ConfirmButtonProps extends Omit<FormDialogProps, 'open' | 'onClose'> {
  label: ReactNode;
  buttonLook?: ButtonLook;
  /** On a page, not in a table. */
  large?: boolean;
}

/** A button that asks for confirmation first. */
export function ConfirmButton({ label, buttonLook, large = false, ...confirm }: ConfirmButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look={buttonLook} size={large ? undefined : 'small'} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Confirm {...confirm} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
