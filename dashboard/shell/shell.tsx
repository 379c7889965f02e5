/** The frame around every page. */
import { Link, Outlet } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { useEnvironment } from '../api/environment.ts';
import { useConnection, useLive } from '../api/live.ts';
import { useMe } from '../api/me.ts';
import { useSessionEnded } from '../api/session.ts';
import { useNotifications } from '../approvals/notify.tsx';
import { WaitingChange } from '../second-person/waiting.tsx';
import { Badge } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { lazily } from '../ui/state.tsx';
import { Guide } from './guide.tsx';
import { HaltBanner, HaltEverything } from './halt.tsx';
import { Keyboard } from './keyboard.tsx';
import { Navigation, TabBar } from './navigation.tsx';
import { OpenPalette } from './palette/open-palette.tsx';
import styles from './shell.module.css';
import { EnvironmentSwitch, Person } from './shell-parts.tsx';

const MenuDialog = lazily(() => import('./menu-dialog.tsx'), 'MenuDialog');
const SignInAgain = lazily(() => import('./sign-in-again.tsx'), 'SignInAgain');

export function Shell() {
  const environment = useEnvironment();
  useLive(environment);
  useNotifications();
  const ended = useSessionEnded();
  return (
    <div className={`${styles.shell} ${environment === 'sandbox' ? styles.sandbox : ''}`}>
      <a href="#content" className={styles.skip}>
        Skip to the page
      </a>
      <aside className={styles.side}>
        <Brand />
        <Navigation />
        <div className={styles.foot}>
          <EnvironmentSwitch />
          <Person />
        </div>
      </aside>
      <div className={styles.main}>
        <header className={styles.top}>
          <Bar />
          <HaltBanner />
          <AwayBanner />
          <DemoBanner />
        </header>
        <main id="content" tabIndex={-1} className={styles.content}>
          <WaitingChange />
          <Outlet />
        </main>
      </div>
      <TabBar />
      <Keyboard />
      {ended && <SignInAgain />}
    </div>
  );
}

function Brand() {
  const me = useMe();
  return (
    <Link to="/" className={styles.brand}>
      <img src="/assets/assize.svg" alt="" />
      <span>
        Assize
        <span className={styles.tenant}>{me && <ForeignText oneLine text={me.tenant.name} />}</span>
      </span>
    </Link>
  );
}

function Bar() {
  const environment = useEnvironment();
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.bar}>
      <div className={styles.barStart}>
        <Button
          look="quiet"
          className={styles.menuButton}
          onClick={() => setOpen(true)}
          aria-label="All pages"
        >
          <MenuIcon aria-hidden />
        </Button>
        <OpenPalette />
        {environment === 'sandbox' && <Badge tone="warning">Sandbox</Badge>}
      </div>
      <Guide />
      <HaltEverything />
      {open && <MenuDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

function DemoBanner() {
  if (useMe()?.tenant.is_demo !== true) return null;
  return (
    <div className={styles.banner} role="note">
      This is a demo: its people, agents and companies are made up, and judged as yours would be.
    </div>
  );
}

function AwayBanner() {
  if (useConnection() !== 'away') return null;
  return (
    <div className={styles.banner} role="status">
      The service can’t be reached, so this page may be out of date. It reconnects by itself.
    </div>
  );
}
