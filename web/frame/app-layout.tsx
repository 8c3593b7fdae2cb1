import { Loader } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useLayoutEffect } from 'react';
import { useShownPath } from '../platform/shown-path';
import { mustFinishSignIn, useSession } from '../platform/session';
import { onDemand } from '../ui/on-demand';
import { AuthenticationError } from './authentication-error';
import { Frame } from './frame';
import { Redirect } from './redirect';

const loadSignIn = async () => (await import('./sign-in-over-page')).SignInOverPage;
const loadAhead = () => void loadSignIn().catch(() => {});
const SignInOverPage = onDemand(loadSignIn);

/** The layout of all pages after sign-in. */
export function AppLayout() {
  const session = useSession();
  const drawn = useShownPath();
  const isCovered = session.kind === 'ended' && !session.isTill;
  useLayoutEffect(() => {
    if (!isCovered) return;
    // Read now: what is hidden loses the focus.
    const from = document.activeElement as HTMLElement | null;
    document.body.setAttribute('data-covered', '');
    return () => {
      document.body.removeAttribute('data-covered');
      from?.focus();
    };
  }, [isCovered]);
  // Before it is needed, which may be after an update of the server, and only once there may be something to lose. The
  // first letter is not kept waiting for it.
  useEffect(() => addEventListener('input', () => setTimeout(loadAhead), { once: true }), []);
  if (session.kind === 'loading') {
    return (
      <div className="whole-window" role="status" aria-busy="true" aria-label="Loading">
        <Loader />
      </div>
    );
  }
  if (session.kind === 'failed') return <AuthenticationError message={session.message} />;
  if (session.kind === 'anonymous') return <ToSignIn />;
  if (mustFinishSignIn(session.user) && drawn !== '/profile') return <Redirect to="/profile" />;
  return (
    <>
      {isCovered && <SignInOverPage />}
      <Frame />
    </>
  );
}

function ToSignIn() {
  const { href } = useLocation();
  return <Redirect to="/login" search={href === '/dashboard' ? {} : { from: href }} />;
}
