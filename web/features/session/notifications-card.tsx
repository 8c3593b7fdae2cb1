import { Checkbox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type NotificationChoices, notifications } from '#domain/notifications/notification.contract';
import type { NotificationKind } from '#domain/notifications/notification-kinds';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { Card } from '../../ui/card';
import type { Notices } from '../../ui/notice';
import './account-safety.css';

const key = [notifications.choices.path];

/** What one is told of. Every change counts at once. */
export function NotificationsCard({ notices }: { notices: Notices }) {
  const client = useQueryClient();
  const page = useQuery({ queryKey: key, queryFn: () => request(notifications.choices) });
  const choose = useMutation({
    mutationFn: (off: NotificationKind[]) =>
      request(notifications.choose, { body: { off }, shownInPlace: true }),
    // One after the other: the last choice is the one that stays.
    scope: { id: notifications.choices.path },
    onError: error => notices.failed(messageOf(error, 'This could not be saved.')),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  const turn = (changed: string, isOn: boolean) => {
    const kinds = (page.data?.kinds ?? []).map(one => (one.kind === changed ? { ...one, is_on: isOn } : one));
    client.setQueryData<NotificationChoices>(key, { kinds });
    choose.mutate(kinds.flatMap(({ kind, is_on }) => (is_on ? [] : [kind])));
  };
  const place = useRef<HTMLDivElement>(null);
  const isShown = page.data !== undefined;
  // Whoever comes for this card is shown it, once it has its height.
  useEffect(() => {
    if (isShown && window.location.hash === '#notifications') place.current?.scrollIntoView();
  }, [isShown]);
  return (
    <div id="notifications" ref={place}>
      <Card title="Notifications">
        <fieldset className="notification-choices">
          <legend>Tell me of</legend>
          {page.data?.kinds.map(({ kind, label, when, is_on }) => (
            <Checkbox
              key={kind}
              label={label}
              description={when}
              checked={is_on}
              onChange={event => turn(kind, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      </Card>
    </div>
  );
}
