import { Checkbox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { notifications } from '#domain/notifications/notification.contract';
import type { NotificationKind } from '#domain/notifications/notification-kinds';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { Card } from '../../ui/card';
import { NoticeAlert, useNotice } from '../../ui/notice';
import './account-safety.css';
import { ownNotificationChoices } from './profile.queries';

const { queryKey } = ownNotificationChoices;
const mutationKey = ['notification choices'];

type Choice = NotificationKind | 'digest';
type Change = { readonly kind: Choice; readonly label: string; readonly isOn: boolean };
type Changes = Partial<Record<Choice, boolean>>;

/** The notification choices. Changes show at once and are reverted if the server refuses them. */
function useChoices() {
  const notices = useNotice();
  const client = useQueryClient();
  const page = useQuery(ownNotificationChoices);
  const [changes, setChanges] = useState<Changes>({});
  const { mutate } = useMutation({
    mutationKey,
    // Based on the last saved state, so that refused changes are not sent again.
    mutationFn: ({ kind, isOn }: Change) => {
      const saved = client.getQueryData(queryKey)?.kinds ?? [];
      const off = saved.flatMap(one => (one.is_on || one.kind === kind ? [] : [one.kind]));
      const body = kind === 'digest' ? { off, digest: isOn } : { off: isOn ? off : [...off, kind] };
      return request(notifications.choose, { body, shownInPlace: true });
    },
    // Saves run one after another, so that the last choice wins.
    scope: { id: notifications.choices.path },
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: saved => client.setQueryData(queryKey, saved),
    onError: (error, { kind, label, isOn }) => {
      // Another change of the same kind may be in progress.
      setChanges(now => (now[kind] === isOn ? { ...now, [kind]: undefined } : now));
      const words = messageOf(error, 'The change could not be saved. Try again.');
      notices.failed(`“${label}” is still ${isOn ? 'off' : 'on'}. ${words}`);
    },
    // Earlier answers are older than what is shown; after the last, the card follows the server again.
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) setChanges({});
    },
  });
  const saved = page.data?.kinds;
  return {
    notices,
    kinds: saved?.map(one => ({ ...one, is_on: changes[one.kind] ?? one.is_on })),
    digest: changes.digest ?? page.data?.digest ?? false,
    turn: (change: Change) => {
      notices.dismiss();
      setChanges(now => ({ ...now, [change.kind]: change.isOn }));
      mutate(change);
    },
  };
}

const dailyEmail = 'Daily email';

/** The notification choices. Each change is saved at once. */
export function NotificationsCard() {
  const { kinds, digest, turn, notices } = useChoices();
  const place = useRef<HTMLDivElement>(null);
  const isShown = kinds !== undefined;
  // Scrolls to this card if the URL asks for it, once the card has its height.
  useEffect(() => {
    if (isShown && window.location.hash === '#notifications') place.current?.scrollIntoView();
  }, [isShown]);
  return (
    <div id="notifications" ref={place}>
      <Card title="Notifications">
        <NoticeAlert notices={notices} />
        <fieldset className="notification-choices">
          <legend>Notify me about</legend>
          {kinds?.map(({ kind, label, when, is_on }) => (
            <Checkbox
              key={kind}
              label={label}
              description={when}
              checked={is_on}
              onChange={event => turn({ kind, label, isOn: event.currentTarget.checked })}
            />
          ))}
        </fieldset>
        {isShown && (
          <Checkbox
            className="notification-digest"
            label={dailyEmail}
            description="Each morning, how many new notifications you have not read."
            checked={digest}
            onChange={event => turn({ kind: 'digest', label: dailyEmail, isOn: event.currentTarget.checked })}
          />
        )}
      </Card>
    </div>
  );
}
