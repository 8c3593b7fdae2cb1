import { Anchor, TextInput } from '@mantine/core';
import { twoFactor } from '#domain/session/two-factor.contract';
import { ApiError } from '../../platform/api-error';
import { Form, useContractForm } from '../../ui/form/form';
import { signInWithCode } from './sign-in-with-code';

type Props = {
  pendingToken: string;
  /** Returns to the password, with the reason if the sign-in has expired. */
  onBack: (reason: string | null) => void;
  /** The session has begun. */
  onDone?: () => void;
};

/** The second step of sign-in. */
export function CodeForm({ pendingToken, onBack, onDone }: Props) {
  const form = useContractForm({
    schema: twoFactor.signIn.body,
    initial: { pending_token: pendingToken, code: '' },
    send: async values => {
      try {
        await signInWithCode(values);
        return true;
      } catch (error) {
        if (!(error instanceof ApiError && error.errors.pending_token)) throw error;
        onBack(error.message);
        return false;
      }
    },
    onDone: isSignedIn => {
      if (isSignedIn) onDone?.();
    },
    failure: 'Invalid credentials',
    isKept: true,
  });
  return (
    <>
      <Form form={form} submitLabel="Sign in" busyLabel="Signing in…">
        <TextInput
          label="Code"
          description="The six-digit code from your app, or a recovery code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
          {...form.form.getInputProps('code')}
        />
      </Form>
      <nav className="public-links" aria-label="Other options">
        <Anchor component="button" type="button" onClick={() => onBack(null)}>
          Back to password
        </Anchor>
      </nav>
    </>
  );
}
