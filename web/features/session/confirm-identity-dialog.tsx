import { Anchor, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, useCallback, useEffect, useState } from 'react';
import { confirmation, confirmationMinutes } from '#domain/session/confirmation.contract';
import { request } from '../../platform/api';
import { identityQuestion } from '../../platform/confirm-identity';
import { useSession } from '../../platform/session';
import { useStore } from '../../platform/store';
import { Form, useContractForm } from '../../ui/form/form';
import { PasswordInput } from '../../ui/form/password-input';
import { PasskeyButton } from './passkey-button';
import { ConfirmWithProvider } from './provider-button';
import { ownConfirmation } from './session-details.queries';
import './confirm-identity.css';

const confirmWithPasskey = async () => (await import('./confirm-with-passkey')).confirmWithPasskey();

/** Asks the user to confirm who they are, above whatever needs it, which then goes on by itself. */
export function ConfirmIdentityDialog() {
  const question = useStore(identityQuestion);
  return question && <OpenDialog {...question} />;
}

/** Without this attribute, a dialog below would hear Escape and close as well. */
const keepEscape = ({ target }: FocusEvent) => target.setAttribute('data-mantine-stop-propagation', 'true');

function OpenDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const state = useQuery(ownConfirmation);
  const isSignedIn = useSession().kind === 'signed-in';
  const [isByCode, setByCode] = useState(false);
  const decline = () => onAnswer(false);
  // A user whose session has ended signs in again instead.
  useEffect(() => {
    if (!isSignedIn) onAnswer(false);
  }, [isSignedIn, onAnswer]);
  useFocusBack();
  const onDone = useCallback(() => onAnswer(true), [onAnswer]);
  const props: FormProps = { onDone, onCancel: decline };
  return (
    <Modal
      opened
      onClose={decline}
      closeOnEscape={false}
      onFocusCapture={keepEscape}
      onKeyDown={event => {
        if (event.key === 'Escape') decline();
      }}
      withCloseButton={false}
      title="Confirm it’s you"
      size="sm"
      zIndex={300}
    >
      <p className="confirm-note">
        Sensitive changes and downloads need a recent sign-in. You will not be asked again for{' '}
        {confirmationMinutes} minutes.
      </p>
      {isByCode ? <CodeForm {...props} /> : <PasswordForm {...props} />}
      {state.data?.by_passkey && (
        <PasskeyButton label="Use a passkey" act={confirmWithPasskey} onDone={props.onDone} />
      )}
      {state.data?.by_provider?.site === location.origin && (
        <ConfirmWithProvider name={state.data.by_provider.name} onDone={props.onDone} />
      )}
      {state.data?.by_code && (
        <nav className="confirm-links" aria-label="Other ways to confirm">
          <Anchor component="button" type="button" onClick={() => setByCode(!isByCode)}>
            {isByCode ? 'Use your password instead' : 'Use a code instead'}
          </Anchor>
        </nav>
      )}
    </Modal>
  );
}

/** Answering returns the focus to where it was. */
function useFocusBack(): void {
  const [from] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (from instanceof HTMLElement) from.focus();
    },
    [from],
  );
}

type FormProps = { onDone: () => void; onCancel: () => void };

const useConfirmation = <Field extends 'current_password' | 'code'>(field: Field, onDone: () => void) =>
  useContractForm({
    schema: confirmation.give.body,
    initial: { [field]: '' } as Record<Field, string>,
    send: body => request(confirmation.give, { body, shownInPlace: true }),
    onDone,
    failure: 'We could not confirm it’s you. Try again.',
    isKept: true,
  });

function PasswordForm({ onDone, onCancel }: FormProps) {
  const form = useConfirmation('current_password', onDone);
  return (
    <Form isDocument={false} form={form} submitLabel="Confirm" busyLabel="Confirming…" onCancel={onCancel}>
      <PasswordInput
        label="Your password"
        required
        autoComplete="current-password"
        data-autofocus
        autoFocus
        {...form.form.getInputProps('current_password')}
      />
    </Form>
  );
}

function CodeForm({ onDone, onCancel }: FormProps) {
  const form = useConfirmation('code', onDone);
  return (
    <Form isDocument={false} form={form} submitLabel="Confirm" busyLabel="Confirming…" onCancel={onCancel}>
      <TextInput
        label="Code"
        description="The six-digit code from your app, or a recovery code"
        required
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        autoFocus
        {...form.form.getInputProps('code')}
      />
    </Form>
  );
}
