import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useLayoutEffect } from 'react';
import { guideStep } from '../platform/guide-step';
import { usePathname } from '../platform/pathname';
import { mustFinishSignIn, useUser } from '../platform/session';
import { listenForShortcuts } from '../platform/shortcuts';
import { giveFocusBack } from '../platform/dialog-focus';
import { useStore } from '../platform/store';
import { useWholeScreen } from '../platform/whole-screen';
import { onDemand } from '../ui/on-demand';
import { SavedViewsContext } from '../ui/list/view-menu';
import './frame.css';
import { GuardedPage } from './guarded-page';
import { Header } from './header';
import { LeaveGuard } from './leave-guard';
import { usePageFocus } from './page-focus';
import { SearchOpener } from './search-opener';
import { ShortcutHelp } from './shortcut-help';

const Sidebar = onDemand(async () => (await import('./sidebar')).Sidebar);
const GuideBar = onDemand(async () => (await import('../features/get-started/guide-bar')).GuideBar, {
  ifNotLoaded: 'nothing',
});

const Listening = onDemand(async () => (await import('../features/live/listening')).Listening, {
  ifNotLoaded: 'nothing',
});
const FailedCheck = onDemand(async () => (await import('../features/notifications/bell')).FailedCheck, {
  ifNotLoaded: 'nothing',
});

const savedViews = {
  Name: onDemand(async () => (await import('../features/list-views/view-name')).ViewName),
  // The menu opens with them in it, or without them if they cannot be loaded: a message over it would close it.
  Entries: onDemand(async () => (await import('../features/list-views/view-entries')).ViewEntries, {
    ifNotLoaded: 'nothing',
    waitsWithParent: true,
  }),
};

/**
 * Sidebar, header and the guarded page. The sidebar is shown by default. The till has the screen to itself, so
 * neither is drawn there.
 */
export function Frame() {
  const [menuOpen, { toggle, close }] = useDisclosure(false);
  const [narrow, setNarrow] = useLocalStorage({
    key: 'sidebar',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const user = useUser();
  const isAlone = useWholeScreen();
  const pathname = usePathname();
  const step = useStore(guideStep);
  // Choosing a page closes the menu.
  useEffect(close, [pathname, close]);
  useLayoutEffect(listenForShortcuts, []);
  useEffect(giveFocusBack, []);
  usePageFocus();
  return (
    <div
      className="frame"
      data-alone={isAlone || undefined}
      data-narrow={narrow || undefined}
      data-menu-open={menuOpen || undefined}
    >
      {isAlone ? (
        <SearchOpener isAlone />
      ) : (
        <>
          <a className="skip-link" href="#page">
            Skip to content
          </a>
          <header className="frame-top">
            <Header menuOpen={menuOpen} onMenu={toggle} narrow={narrow} onNarrow={() => setNarrow(!narrow)} />
          </header>
          <nav className="frame-menu" aria-label="Main">
            <Sidebar narrow={narrow && !menuOpen} />
          </nav>
        </>
      )}
      <main className="frame-page" id="page" tabIndex={-1}>
        <FailedCheck />
        {step !== null && <GuideBar step={step} />}
        <GuardedPage>
          <SavedViewsContext value={savedViews}>
            <Outlet />
          </SavedViewsContext>
        </GuardedPage>
      </main>
      <ShortcutHelp />
      <LeaveGuard />
      {!mustFinishSignIn(user) && <Listening key={user.id} />}
    </div>
  );
}
