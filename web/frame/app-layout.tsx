import { Center, Loader } from '@mantine/core';
import { Navigate, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '../platform/session';
import { AuthenticationError } from './authentication-error';
import { Frame } from './frame';

/** Everything but the public pages sits in here: nobody gets past it without having signed in. */
export function AppLayout() {
  const session = useSession();
  const { pathname } = useLocation();
  if (session.kind === 'loading') {
    return (
      <Center h="100dvh" role="status" aria-label="Loading">
        <Loader />
      </Center>
    );
  }
  if (session.kind === 'failed') return <AuthenticationError message={session.message} />;
  if (session.kind === 'anonymous') return <ToLogin />;
  // A temporary password opens one page only: the one that replaces it.
  if (session.user.must_change_password && pathname !== '/profile') return <Navigate to="/profile" replace />;
  return <Frame />;
}

/** Leaves for the sign-in page, once, with the address that was asked for. */
function ToLogin() {
  const navigate = useNavigate();
  const { href } = useLocation();
  const asked = useRef(href);
  useEffect(() => {
    const search = asked.current === '/dashboard' ? {} : { from: asked.current };
    void navigate({ to: '/login', search, replace: true });
  }, [navigate]);
  return null;
}
