import { Anchor, Button, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { session, type SessionUser } from '#domain/session/session.contract';
import { leaveSession, loadAgain, useSession } from '../../platform/session';
import { wipeTillData } from '../../platform/till-data';
import { token } from '../../platform/token';
import { Form, useContractForm } from '../../ui/form/form';
import { onDemand } from '../../ui/on-demand';
import { PasswordInput } from '../../ui/form/password-input';
import { CodeForm } from './code-form';
import { entryStateInPlace } from './session.queries';
import { signIn } from './sign-in';
import './public-page.css';

const OtherWays = onDemand(() => import('./other-ways-to-sign-in').then(part => part.OtherWaysToSignIn), {
  ifNotLoaded: 'nothing',
});

type Props = {
  reassurance: string;
  /** Asks before the user leaves, if something would be lost; it calls `leave` if the user goes on. */
  beforeLeaving: (leave: () => void) => void;
  /** Whether someone else may sign in and go on with what is on the screen, as at a till. */
  canBeTakenOver?: boolean;
};

/**
 * The sign-in shown over a screen whose session has ended (finding F38), so that unsaved work stays. The same
 * user enters the password; a different user confirms that they replace them.
 */
export function SignInAgain(props: Props) {
  const current = useSession();
  return current.kind === 'ended' ? <SignInDialog {...current} {...props} /> : null;
}

const cannotClose = () => undefined;

/**
 * Leaving is signing out: what the till stored goes with the user (F46). If another user goes on at this device, their
 * session and their till are left alone.
 */
function leaveEnded(): void {
  if (token.read() !== null) return loadAgain();
  void wipeTillData();
  leaveSession();
}

const takenOver = 'Another user is using this device. If you sign in, their till continues as yours.';

function SignInDialog({
  user,
  isTakenOver = false,
  reassurance,
  beforeLeaving,
  canBeTakenOver = true,
}: Props & { user: SessionUser; isTakenOver?: boolean }) {
  const [isOther, setOther] = useState(false);
  const [pendingToken, setPendingToken] = useState<string | null>(null);
  const [ended, setEnded] = useState<string | null>(null);
  const entry = useQuery(entryStateInPlace);
  return (
    <Modal
      opened
      onClose={cannotClose}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={isOther ? 'Sign in as someone else' : 'Sign in again'}
      size={440}
      zIndex={400}
      className="sign-in-again"
      transitionProps={{ duration: 0 }}
    >
      <div style={{ display: 'grid', gap: 12 }}>
        <p role="status">
          {ended ?? `${isTakenOver ? takenOver : 'Your session has ended.'} ${reassurance}`}
          {isOther && ` The user who signs in takes over from ${user.name} and is named on the receipt.`}
        </p>
        {pendingToken === null ? (
          <PasswordForm
            key={String(isOther)}
            email={isOther ? '' : user.email}
            isOther={isOther}
            onPending={setPendingToken}
          />
        ) : (
          <CodeForm
            pendingToken={pendingToken}
            onBack={reason => {
              setPendingToken(null);
              setEnded(reason);
            }}
          />
        )}
        {pendingToken === null && (
          // The provider's page leads back to a till, whose basket and payments are stored on the device. What is typed
          // on another page would be lost.
          <OtherWays
            provider={entry.data?.provider}
            from={canBeTakenOver ? location.pathname + location.search : '/profile'}
            inNewTab={!canBeTakenOver}
          />
        )}
        {pendingToken === null && (
          <nav className="public-links" aria-label="Other options">
            {canBeTakenOver && (
              <Anchor component="button" type="button" onClick={() => setOther(!isOther)}>
                {isOther ? `Sign in as ${user.name}` : 'Sign in as someone else'}
              </Anchor>
            )}
            <Button variant="subtle" size="compact-sm" onClick={() => beforeLeaving(leaveEnded)}>
              Sign out
            </Button>
          </nav>
        )}
      </div>
    </Modal>
  );
}

type FormProps = { email: string; isOther: boolean; onPending: (token: string | null) => void };

function PasswordForm({ email, isOther, onPending }: FormProps) {
  const form = useContractForm({
    schema: session.login.body,
    initial: { email, password: '' },
    send: signIn,
    onDone: reply => onPending(reply.pendingToken),
    failure: 'Invalid credentials',
    isKept: true,
  });
  const field = form.form.getInputProps;
  return (
    <Form isDocument={false} form={form} submitLabel="Sign in" busyLabel="Signing in…">
      <TextInput
        label="Email"
        type="email"
        size="md"
        autoComplete="username"
        required
        readOnly={!isOther}
        data-autofocus={isOther || undefined}
        {...field('email')}
      />
      <PasswordInput
        label="Password"
        size="md"
        autoComplete="current-password"
        required
        data-autofocus={isOther ? undefined : true}
        {...field('password')}
      />
    </Form>
  );
}
