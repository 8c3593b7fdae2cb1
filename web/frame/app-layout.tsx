import { Center, Loader } from '@mantine/core';
import { useLocation, useMatches } from '@tanstack/react-router';
import { mustFinishSignIn, useSession } from '../platform/session';
import { AuthenticationError } from './authentication-error';
import { Frame } from './frame';
import { Redirect } from './redirect';

/** The layout of all pages after sign-in. */
export function AppLayout() {
  const session = useSession();
  const { href } = useLocation();
  // While the next page loads, the page on screen is not yet the one in the URL.
  const drawn = useMatches().at(-1)?.pathname;
  if (session.kind === 'loading') {
    return (
      <Center h="100dvh" role="status" aria-busy="true" aria-label="Loading">
        <Loader />
      </Center>
    );
  }
  if (session.kind === 'failed') return <AuthenticationError message={session.message} />;
  if (session.kind === 'anonymous')
    return <Redirect to="/login" search={href === '/dashboard' ? {} : { from: href }} />;
  if (mustFinishSignIn(session.user) && drawn !== '/profile') return <Redirect to="/profile" />;
  return <Frame />;
}
