/** A dialog over the page. On a phone it rises from below, within reach of a thumb. */
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import styles from '../dialog.module.css';

export interface DialogProps {
  open?: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  large?: boolean;
  /** A click outside, or Escape, does not close it: typed text would be lost. */
  keepOpen?: boolean | undefined;
  children?: ReactNode;
}

export function Dialog({
  open = true,
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
        <BaseDialog.Backdrop className={styles.backdrop} data-shades />
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
