import { Button, Group, Modal, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useHome } from '../../home';
import { useUser } from '../../platform/session';
import { nameOfUnanswered, sendAgain, type SentAgain } from './device/send-again';
import { forgetAllUnanswered, loadUnanswered, useAllUnanswered } from './device/unanswered';
import '../../ui/dialog-lines.css';

type Props = {
  /** Without a session nothing can be sent. */
  isSessionOver?: boolean;
  onSignOut: () => void;
  onStay: () => void;
};

/** What was sent again here, by the name of its request. */
type Results = Readonly<Record<string, { readonly what: string; readonly became: SentAgain }>>;

/**
 * Asks before signing out removes requests that may have been recorded, and offers to send them again. Sales are not among
 * them: they stay on the device until they are sent.
 */
export function UnansweredAtSignOut({ isSessionOver = false, onSignOut, onStay }: Props) {
  const { id: userId } = useUser();
  const home = useHome();
  const navigate = useNavigate();
  const waiting = useAllUnanswered();
  const [isLoaded, setLoaded] = useState(false);
  const [results, setResults] = useState<Results>({});
  const [isSending, setSending] = useState(false);
  const open = Object.entries(waiting);
  const count = open.length;
  const isNothing = isLoaded && !isSending && count === 0 && Object.keys(results).length === 0;
  useEffect(() => void loadUnanswered().then(() => setLoaded(true)), []);
  // What waited has been answered in the meantime, or was in the memory of a page that is closed.
  useEffect(() => {
    if (isNothing) onSignOut();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [isNothing]);
  const send = async () => {
    setSending(true);
    // One after the other: what they pay for or refund may be the same sale.
    for (const [name, unanswered] of open) {
      const became = await sendAgain(name, unanswered, userId);
      setResults(before => ({ ...before, [name]: { what: nameOfUnanswered(unanswered), became } }));
    }
    setSending(false);
  };
  const stay = () => {
    if (isSending) return;
    onStay();
    // A page that shows a basket which has been settled here would settle it again.
    const hasSettled = Object.values(results).some(
      ({ became }) => became.kind === 'recorded' && became.hasSettledBasket,
    );
    if (hasSettled) void navigate({ to: home.path });
  };
  const leave = () => {
    onSignOut();
    forgetAllUnanswered();
  };
  if (!isLoaded || isNothing) return null;
  const shown = open.map(([name, one]) => [name, { what: nameOfUnanswered(one), became: null }] as const);
  const all = Object.entries({ ...Object.fromEntries(shown), ...results });
  return (
    <Modal
      opened
      onClose={stay}
      withCloseButton={false}
      title={count === 0 ? 'All requests were answered' : titleOf(count)}
      size={520}
      zIndex={500}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap={12}>
        {count > 0 && (
          <p className="dialog-note">No answer came from the server, so {mayBeRecorded(count)}</p>
        )}
        <div role="status">
          <ul>
            {all.map(([name, { what, became }]) => (
              <li key={name}>
                {what}
                {became && `: ${outcomeOf(became)}`}
              </li>
            ))}
          </ul>
        </div>
        {count > 0 && (
          <p className="dialog-note">
            {isSessionOver
              ? 'Sign in again to find out: each is recorded only once.'
              : 'Send again to find out: each is recorded only once.'}{' '}
            Signing out removes {count === 1 ? 'it' : 'them'} from this device.
          </p>
        )}
        <Group justify="flex-end" gap={8}>
          <Button
            variant="default"
            onClick={stay}
            disabled={isSending}
            data-autofocus={isSessionOver || undefined}
          >
            Cancel
          </Button>
          {count === 0 ? (
            <Button onClick={leave} loading={isSending} data-autofocus>
              Sign out
            </Button>
          ) : (
            <Button variant="light" color="red" onClick={leave} disabled={isSending}>
              Sign out anyway
            </Button>
          )}
          {count > 0 && !isSessionOver && (
            <Button onClick={() => void send()} loading={isSending} data-autofocus>
              Send again
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

const titleOf = (count: number): string =>
  count === 1 ? '1 request has had no answer' : `${count} requests have had no answer`;

const mayBeRecorded = (count: number): string =>
  count === 1 ? 'this may or may not have been recorded:' : 'these may or may not have been recorded:';

const outcomeOf = (became: SentAgain): string => {
  if (became.kind === 'recorded') return 'recorded.';
  return became.kind === 'refused' ? `not recorded. ${became.reason}` : `${became.reason}`;
};
