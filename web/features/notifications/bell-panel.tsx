import { Anchor, FocusTrap, Loader } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { TextLink } from '../../ui/links';
import { LoadFailure } from '../../ui/load-failure';
import { NotificationLink } from './notification-link';
import { useReading } from './use-reading';
import './notifications.css';
import { newestNotifications } from './notifications.queries';

type Props = { button: RefObject<HTMLButtonElement | null>; unread: number; onClose: () => void };

/** The newest notifications, below the bell. Opening one goes to its page and marks it as read. */
export function BellPanel({ button, unread, onClose }: Props) {
  const [panel, setPanel] = useState<HTMLDivElement | null>(null);
  useClickOutside(onClose, null, [panel, button.current]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);
  const page = useQuery(newestNotifications);
  const { readAll } = useReading();
  return (
    <FocusTrap active>
      <div ref={setPanel} className="bell-panel" role="dialog" aria-label="Notifications">
        <div className="bell-head">
          <h2>Notifications</h2>
          <Anchor
            component="button"
            type="button"
            size="sm"
            data-autofocus
            // Stays focusable when there is nothing left to read, so that the focus is not lost.
            aria-disabled={unread === 0}
            onClick={() => unread > 0 && readAll()}
          >
            Mark all as read
          </Anchor>
        </div>
        {page.isError ? (
          <LoadFailure page={page} />
        ) : page.data === undefined ? (
          <p className="bell-nothing">
            <Loader size="sm" aria-label="Loading" />
          </p>
        ) : page.data.data.length === 0 ? (
          <p className="bell-nothing">No notifications yet.</p>
        ) : (
          <ul className="bell-list">
            {page.data.data.map(notification => (
              <li key={notification.id}>
                <NotificationLink notification={notification} withTime onOpen={onClose} />
              </li>
            ))}
          </ul>
        )}
        <div className="bell-foot">
          <TextLink to="/notifications" size="sm" onClick={onClose}>
            All notifications
          </TextLink>
          <TextLink to="/profile" hash="notifications" size="sm" onClick={onClose}>
            Notification settings
          </TextLink>
        </div>
      </div>
    </FocusTrap>
  );
}
