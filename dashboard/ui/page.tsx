/** The frame of every page: its title, its purpose, its actions, and its parts. */
import { createLink, type LinkComponent } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type ReactNode, type Ref, useEffect, useId } from 'react';
import { ForeignText } from './foreign-text.tsx';
import styles from './page.module.css';
import { Block } from './state.tsx';

interface PageProps {
  title: string;
  /** Shown instead of the title, where the title is more than a text. */
  heading?: ReactNode;
  /** One sentence: what the page is for. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** The link to the parent page, above the title. */
  back?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}

export function Page({ title, heading, lead, actions, back, narrow = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Assize`;
  }, [title]);
  return (
    <div className={`${styles.page} ${narrow ? styles.narrow : ''}`}>
      <header className={styles.head}>
        <div>
          {back && <div className={styles.back}>{back}</div>}
          <h1 className={styles.title}>{heading ?? title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface CardProps {
  title?: ReactNode;
  actions?: ReactNode;
  /** Without padding, as a table needs it. */
  flush?: boolean;
  children: ReactNode;
}

export function Card({ title, actions, flush = false, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <div className={styles.cardHead}>
          <h2 id={id}>{title}</h2>
          {actions && <div className={styles.row}>{actions}</div>}
        </div>
      )}
      <div className={flush ? styles.flush : styles.cardBody}>{children}</div>
    </section>
  );
}

/** Names and their values. A value that is null or undefined is left out. */
export function Facts({
  facts,
  foreign = false,
}: {
  facts: Record<string, ReactNode>;
  /** The names are foreign text too. */
  foreign?: boolean;
}) {
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined);
  return (
    <dl className={styles.facts}>
      {known.map(([name, value]) => (
        <FactRow key={name} name={foreign ? <ForeignText limit={80} text={name} /> : name} value={value} />
      ))}
    </dl>
  );
}

function FactRow({ name, value }: { name: ReactNode; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

export function Stats({ children }: { children: ReactNode }) {
  return <div className={styles.stats}>{children}</div>;
}

/** Takes the room of figures that are still loading. */
export function StatsWaiting({ count }: { count: number }) {
  return (
    <Stats>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Block key={place} height={104} />
      ))}
    </Stats>
  );
}

interface StatParts {
  name: string;
  value: ReactNode;
  note?: ReactNode;
  /** Against the period before: a `Delta`. */
  change?: ReactNode;
  /** Its course: a `Sparkline`. */
  course?: ReactNode;
}

export function Stat(parts: StatParts) {
  return (
    <div className={styles.stat}>
      <StatInside {...parts} />
    </div>
  );
}

function StatInside({ name, value, note, change, course }: StatParts) {
  return (
    <>
      <span className={styles.statName}>{name}</span>
      <span className={styles.statLine}>
        <span className={styles.statValue}>{value}</span>
        {change}
      </span>
      {note && <span className={styles.statName}>{note}</span>}
      {course}
    </>
  );
}

type StatAnchorProps = StatParts & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'name'>;

function StatAnchor({
  name,
  value,
  note,
  change,
  course,
  ref,
  ...rest
}: StatAnchorProps & { ref?: Ref<HTMLAnchorElement> }) {
  return (
    <a {...rest} ref={ref} className={styles.stat}>
      <StatInside name={name} value={value} note={note} change={change} course={course} />
    </a>
  );
}

/** A figure that links to the things it counts. */
export const StatLink: LinkComponent<typeof StatAnchor> = createLink(StatAnchor);

export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}

/** Things beside each other, as far as there is room. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
