import { AppShell } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { listenForShortcuts } from '../platform/shortcuts';
import './frame.css';
import { GuardedPage } from './guarded-page';
import { Header } from './header';
import { LeaveGuard } from './leave-guard';
import { ShortcutHelp } from './shortcut-help';
import { Sidebar } from './sidebar';

/** The workplace around every page: sidebar, header, and the page behind its guard. The sidebar is shown at first. */
export function Frame() {
  const [menuOpen, { toggle, close }] = useDisclosure(false);
  const [narrow, setNarrow] = useLocalStorage({
    key: 'sidebar',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const { pathname } = useLocation();
  // Whoever has chosen a page has done with the menu.
  useEffect(close, [pathname, close]);
  useEffect(listenForShortcuts, []);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: narrow ? 60 : 240, breakpoint: 'sm', collapsed: { mobile: !menuOpen } }}
      padding="md"
      transitionDuration={120}
    >
      <a className="skip-link" href="#page">
        Skip to the page
      </a>
      <AppShell.Header>
        <Header menuOpen={menuOpen} onMenu={toggle} narrow={narrow} onNarrow={() => setNarrow(!narrow)} />
      </AppShell.Header>
      <AppShell.Navbar aria-label="Main">
        <Sidebar narrow={narrow && !menuOpen} />
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <GuardedPage>
          <Outlet />
        </GuardedPage>
      </AppShell.Main>
      <ShortcutHelp />
      <LeaveGuard />
    </AppShell>
  );
}
