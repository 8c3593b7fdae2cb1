import { Button, Group, Modal, Text } from '@mantine/core';
import { type FocusEvent, useLayoutEffect, useState } from 'react';
import { SignInAgain } from '../features/session';
import { hasUnanswered } from '../platform/till-data';
import { token } from '../platform/token';
import { onDemand } from '../ui/on-demand';

const UnansweredAtSignOut = onDemand(
  async () => (await import('../features/pos/unanswered-at-sign-out')).UnansweredAtSignOut,
);

/** What signing out instead would lose: what was typed, then the requests of a till that have had no answer. */
type Leaving = { readonly asks: 'discard' | 'unanswered'; readonly leave: () => void };

/**
 * The session of a page with unsaved changes has ended. The page is hidden, because the user may have signed out and left,
 * but it keeps what was typed until the same user has signed in again.
 */
export function SignInOverPage() {
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const stay = () => setLeaving(null);
  useLayoutEffect(hidePage, []);
  return (
    // Dialogs are rendered elsewhere, but their events come here.
    <div onFocus={keepEscape}>
      <SignInAgain
        reassurance="What you typed is kept. Sign in to continue."
        beforeLeaving={leave => setLeaving({ asks: 'discard', leave })}
        canBeTakenOver={false}
      />
      {leaving?.asks === 'discard' && (
        <DiscardQuestion
          onDiscard={() =>
            // Those of another user who goes on at this device stay.
            hasUnanswered() && token.read() === null
              ? setLeaving({ ...leaving, asks: 'unanswered' })
              : leaving.leave()
          }
          onStay={stay}
        />
      )}
      {leaving?.asks === 'unanswered' && (
        <UnansweredAtSignOut isSessionOver onSignOut={leaving.leave} onStay={stay} />
      )}
    </div>
  );
}

/** The library's dialogs listen for Escape everywhere, unless the element that has the focus has this attribute. */
const escapeStays = 'data-mantine-stop-propagation';

/** Escape closes no dialog of the hidden page. */
const keepEscape = ({ target }: FocusEvent) => target.setAttribute(escapeStays, 'true');

/** Hides what the tab says of the page, and keeps Escape from it. Returns what ends both. */
function hidePage(): () => void {
  const { title } = document;
  document.title = 'Counterfoil';
  document.body.setAttribute(escapeStays, 'true');
  return () => {
    document.title = title;
    document.body.removeAttribute(escapeStays);
  };
}

const DiscardQuestion = ({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) => (
  <Modal
    opened
    onClose={onStay}
    closeOnEscape={false}
    onKeyDown={event => {
      if (event.key === 'Escape') onStay();
    }}
    withCloseButton={false}
    title="Leave without saving?"
    size="sm"
    zIndex={410}
    className="sign-in-again"
  >
    <Text>Your changes are not saved and will be lost.</Text>
    <Group justify="flex-end" gap={8} mt="md">
      <Button variant="light" color="red" onClick={onDiscard}>
        Leave without saving
      </Button>
      <Button onClick={onStay} data-autofocus>
        Stay
      </Button>
    </Group>
  </Modal>
);
