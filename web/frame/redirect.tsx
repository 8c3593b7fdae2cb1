import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

type Props = {
  to: '/login' | '/dashboard' | '/profile';
  search?: Record<string, string>;
  onLeave?: () => void;
};

/** Navigates to another page once, even if rendered repeatedly while that page loads. */
export function Redirect({ to, search = {}, onLeave }: Props) {
  const navigate = useNavigate();
  const first = useRef({ to, search, onLeave });
  useEffect(() => {
    const { onLeave: leave, ...target } = first.current;
    leave?.();
    void navigate({ ...target, replace: true });
  }, [navigate]);
  return null;
}
