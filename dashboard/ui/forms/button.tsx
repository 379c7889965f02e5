/** Buttons. A button that waits says so, and can't be pressed twice. */
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react';
import styles from '../button.module.css';

export type ButtonLook = 'primary' | 'secondary' | 'danger' | 'quiet';

interface Look {
  look?: ButtonLook | undefined;
  size?: 'small' | undefined;
  /** As wide as its container. */
  wide?: boolean | undefined;
}

export interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Its action is under way. */
  busy?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ look, size, wide, busy = false, className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classOf({ look, size, wide }, className)}
    />
  );
}

type AnchorProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> };

/** A link that leaves the pages, such as a download. */
export function ButtonAnchor({ look, size, wide, className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={classOf({ look, size, wide }, className)}>
      {children}
    </a>
  );
}

/** A link to a page that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor);

function classOf({ look = 'secondary', size, wide }: Look, more: string | undefined): string {
  const classes = [styles.button, styles[look], size && styles[size], wide && styles.wide, more];
  return classes.filter(Boolean).join(' ');
}
