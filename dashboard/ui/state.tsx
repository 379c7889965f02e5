/** Shown by a part of a page that is empty, is still loading, or has failed. */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Button } from './forms/button.tsx';
import styles from './state.module.css';

interface EmptyProps {
  title: string;
  /** Why it is empty, and when it will not be. */
  children?: ReactNode;
  /** The next step: a button or a link. */
  next?: ReactNode;
  Icon?: ComponentType<{ 'aria-hidden': true }>;
}

export function Empty({ title, children, next, Icon }: EmptyProps) {
  return (
    <div className={styles.empty}>
      {Icon && <Icon aria-hidden />}
      <p className={styles.title}>{title}</p>
      {children && <p>{children}</p>}
      {next && <div className={styles.next}>{next}</div>}
    </div>
  );
}

interface WaitingProps {
  /** Said to people who can't see it. */
  label?: string;
}

/** Takes the room of something that is still loading, so that nothing moves when it comes. @param height px. */
export function Block({ height, label = 'Loading' }: WaitingProps & { height: number }) {
  return <span className={styles.block} style={{ height }} role="status" aria-label={label} />;
}

/** Lines as high as the rows of a table. */
export function Skeleton({ lines = 4, label = 'Loading' }: WaitingProps & { lines?: number }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <span key={line} />
      ))}
    </div>
  );
}

type NoticeTone = 'neutral' | 'good' | 'warning' | 'bad';

export function Notice({
  tone = 'neutral',
  action,
  children,
}: {
  tone?: NoticeTone;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className={`${styles.notice} ${tone === 'neutral' ? '' : styles[tone]}`}
      role={tone === 'bad' ? 'alert' : undefined}
    >
      <div>{children}</div>
      {action}
    </div>
  );
}

/** A read under way, in the form of the query library's hooks. */
export interface Loading<Data> {
  data: Data | undefined;
  error: Error | null;
  isPending: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: Loading<Data>;
  /** The number of placeholder lines while it loads. */
  lines?: number | undefined;
  /** Shown while it loads, instead of lines: a `Block` of its size. */
  waiting?: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * A read of the API: its result, its progress, or its error. An earlier result stays while the service is out of
 * reach.
 */
export function Loaded<Data>({ query, lines, waiting, children }: LoadedProps<Data>) {
  const { data, error, isPending, refetch } = query;
  return (
    <>
      {error && (
        <Notice tone="bad" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          {error.message}
        </Notice>
      )}
      {data !== undefined ? children(data) : isPending && (waiting ?? <Skeleton lines={lines ?? 4} />)}
    </>
  );
}

/** A part of a page that is loaded when it is first shown. @param waiting is shown until then. */
export function lazily<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  waiting?: ReactNode,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  return (props) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  );
}
