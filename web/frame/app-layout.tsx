import { Center, Loader } from '@mantine/core';
import { useLocation, useMatches } from '@tanstack/react-router';
import { useSession } from '../platform/session';
import { AuthenticationError } from './authentication-error';
import { Frame } from './frame';
import { Redirect } from './redirect';

/** Everything but the public pages sits in here: nobody gets past it without having signed in. */
export function AppLayout() {
  const session = useSession();
  const { href } = useLocation();
  // The page that is drawn, which while another is being fetched is not the one in the address.
  const drawn = useMatches().at(-1)?.pathname;
  if (session.kind === 'loading') {
    return (
      <Center h="100dvh" role="status" aria-label="Loading">
        <Loader />
      </Center>
    );
  }
  if (session.kind === 'failed') return <AuthenticationError message={session.message} />;
  if (session.kind === 'anonymous')
    return <Redirect to="/login" search={href === '/dashboard' ? {} : { from: href }} />;
  // A temporary password, and a second factor that is still to be set up, open one page only: where that is done.
  const { must_change_password, must_set_two_factor } = session.user;
  if ((must_change_password || must_set_two_factor) && drawn !== '/profile')
    return <Redirect to="/profile" />;
  return <Frame />;
}
