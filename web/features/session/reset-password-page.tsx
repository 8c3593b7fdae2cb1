import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ownAccount } from '#domain/session/own-account.contract';
import { request } from '../../platform/api';
import { Form, useContractForm } from '../../ui/form/form';
import { TextLink } from '../../ui/links';
import { PasswordInput } from '../../ui/form/password-input';
import { PublicPage } from './public-page';

/** Sets a password from an emailed link: after a reset request or an invitation. */
export function ResetPasswordPage() {
  const { token = '' } = useSearch({ strict: false }) as { token?: string };
  const [done, setDone] = useState<string | null>(null);
  const form = useContractForm({
    schema: ownAccount.resetPassword.body,
    initial: { token, password: '' },
    send: values => request(ownAccount.resetPassword, { body: values, shownInPlace: true }),
    onDone: reply => setDone(reply.message),
    failure: 'Error',
  });
  return (
    <PublicPage
      title="Set your password"
      detail={done ?? 'All your devices will be signed out. Sign in again with the new password.'}
    >
      {!done && (
        <Form isDocument={false} form={form} submitLabel="Set password">
          <PasswordInput
            label="New password"
            description="At least 8 characters. A few words in a row make a good password."
            required
            autoComplete="new-password"
            {...form.form.getInputProps('password')}
          />
        </Form>
      )}
      <nav className="public-links" aria-label="Other options">
        <TextLink to="/login">Sign in</TextLink>
      </nav>
    </PublicPage>
  );
}
