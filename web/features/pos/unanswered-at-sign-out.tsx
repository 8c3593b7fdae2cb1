import { Button, Group, Modal, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useHome } from '../../home';
import { useUser } from '../../platform/session';
import { token } from '../../platform/token';
import { nameOfUnanswered, sendAgain, type SentAgain } from './device/send-again';
import {
  forgetAllUnanswered,
  reloadUnanswered,
  type Unanswered,
  useAllUnanswered,
} from './device/unanswered';
import '../../ui/lines/dialog-lines.css';

type Props = {
  /** Without a session nothing can be sent. */
  isSessionOver?: boolean;
  onSignOut: () => void;
  onStay: () => void;
};

/** Requests by name. What became of one is null until it has been sent again here. */
type Listed = Readonly<Record<string, { readonly what: string; readonly became: SentAgain | null }>>;

const listed = (waiting: [name: string, Unanswered<unknown>][]): Listed =>
  Object.fromEntries(waiting.map(([name, one]) => [name, { what: nameOfUnanswered(one), became: null }]));

const isOpen = ({ became }: Listed[string]): boolean => became === null || became.kind === 'open';

/** The requests that wait for an answer, and what became of those sent again. */
function useSendingAgain() {
  const { id: userId } = useUser();
  const waiting = useAllUnanswered();
  const [isLoaded, setLoaded] = useState(false);
  const [results, setResults] = useState<Listed>({});
  const [isSending, setSending] = useState(false);
  const open = Object.entries(waiting);
  useEffect(() => void reloadUnanswered().then(() => setLoaded(true)), []);
  const send = async () => {
    const ofToken = token.read();
    setSending(true);
    // They stay in the list, and open, until it says what became of each.
    setResults(before => ({ ...before, ...listed(open) }));
    // One after the other: what they pay for or refund may be the same sale.
    for (const [name, unanswered] of open) {
      const became = await sendAgain(name, unanswered, userId, { ofToken });
      setResults(before => ({ ...before, [name]: { what: nameOfUnanswered(unanswered), became } }));
    }
    setSending(false);
  };
  const all = Object.entries({ ...listed(open), ...results });
  return {
    isLoaded,
    isSending,
    send,
    all,
    count: all.filter(([, one]) => isOpen(one)).length,
    hasSettledBasket: Object.values(results).some(
      ({ became }) => became?.kind === 'recorded' && became.hasSettledBasket,
    ),
  };
}

/**
 * Asks before signing out removes requests that may have been recorded, and offers to send them again. Sales are not among
 * them: they stay on the device until they are sent.
 */
export function UnansweredAtSignOut({ isSessionOver = false, onSignOut, onStay }: Props) {
  const home = useHome();
  const navigate = useNavigate();
  const { isLoaded, isSending, send, count, all, hasSettledBasket } = useSendingAgain();
  const isNothing = isLoaded && all.length === 0;
  // What waited has been answered in the meantime, or was in the memory of a page that is closed.
  useEffect(() => {
    if (isNothing) onSignOut();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [isNothing]);
  const stay = () => {
    if (isSending) return;
    onStay();
    // A page that shows a basket which has been settled here would settle it again.
    if (hasSettledBasket) void navigate({ to: home.path });
  };
  const leave = () => {
    onSignOut();
    forgetAllUnanswered();
  };
  if (!isLoaded || isNothing) return null;
  return (
    <Modal
      opened
      onClose={stay}
      // A page whose session has ended is hidden, and Escape is kept from its dialogs.
      className={isSessionOver ? 'sign-in-again' : undefined}
      onKeyDown={event => {
        if (isSessionOver && event.key === 'Escape') stay();
      }}
      closeOnEscape={!isSessionOver}
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
        {count > 0 && <p className="dialog-note">{whatToDo(count, isSessionOver)}</p>}
        <Actions
          hasOpen={count > 0}
          isSessionOver={isSessionOver}
          isSending={isSending}
          onStay={stay}
          onLeave={leave}
          onSend={() => void send()}
        />
      </Stack>
    </Modal>
  );
}

type ActionsProps = {
  hasOpen: boolean;
  isSessionOver: boolean;
  isSending: boolean;
  onStay: () => void;
  onLeave: () => void;
  onSend: () => void;
};

function Actions({ hasOpen, isSessionOver, isSending, onStay, onLeave, onSend }: ActionsProps) {
  return (
    <Group justify="flex-end" gap={8}>
      <Button
        variant="default"
        onClick={onStay}
        disabled={isSending}
        data-autofocus={isSessionOver || undefined}
      >
        Cancel
      </Button>
      {hasOpen ? (
        <Button variant="light" color="red" onClick={onLeave} disabled={isSending}>
          Sign out anyway
        </Button>
      ) : (
        <Button onClick={onLeave} loading={isSending} data-autofocus>
          Sign out
        </Button>
      )}
      {hasOpen && !isSessionOver && (
        <Button onClick={onSend} loading={isSending} data-autofocus>
          Send again
        </Button>
      )}
    </Group>
  );
}

const titleOf = (count: number): string =>
  count === 1 ? '1 request has had no answer' : `${count} requests have had no answer`;

const mayBeRecorded = (count: number): string =>
  count === 1 ? 'this may or may not have been recorded:' : 'these may or may not have been recorded:';

const whatToDo = (count: number, isSessionOver: boolean): string =>
  `${isSessionOver ? 'Sign in again' : 'Send again'} to find out: each is recorded only once. Signing out removes ${
    count === 1 ? 'it' : 'them'
  } from this device.`;

const outcomeOf = (became: SentAgain): string => {
  if (became.kind === 'recorded') return 'recorded.';
  return became.kind === 'refused' ? `not recorded. ${became.reason}` : became.reason;
};
