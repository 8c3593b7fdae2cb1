import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { countOf } from '#domain/kernel/count-of';
import { onDemand } from '../../ui/on-demand';
import './bell.css';
import { useUnread } from './unread';

export { FailedCheck } from './failed-check';

const Panel = onDemand(async () => (await import('./bell-panel')).BellPanel);

/** The number of unread notifications, with the newest ones in a panel. Live events update it. */
export function Bell() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const count = useUnread()?.count ?? 0;
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <span className="bell-place">
      <UnstyledButton
        ref={button}
        className="bell"
        aria-label={count === 0 ? 'Notifications' : `Notifications, ${count} unread`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <BellIcon size={18} aria-hidden />
        {count > 0 && (
          <span className="bell-count" aria-hidden>
            {count > 99 ? '99+' : count}
          </span>
        )}
      </UnstyledButton>
      <News count={count} />
      {isOpen && <Panel button={button} unread={count} onClose={close} />}
    </span>
  );
}

/** Announces an increase to screen readers, never a decrease. */
function News({ count }: { count: number }) {
  const [announcement, setAnnouncement] = useState('');
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (before.current !== null && count > before.current)
      setAnnouncement(countOf(count, 'unread notification'));
    before.current = count;
  }, [count]);
  return <VisuallyHidden role="status">{announcement}</VisuallyHidden>;
}
