import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownAccount } from '#domain/session/own-account.contract';
import { request } from '../../platform/api';
import { Form, useContractForm } from '../../ui/form/form';
import { TextLink } from '../../ui/links';
import { PublicPage } from './public-page';
import { entryState } from './session.queries';

/** Requests a password link. The response is the same whether or not the account exists. */
export function ForgotPasswordPage() {
  const [done, setDone] = useState<string | null>(null);
  const entry = useQuery(entryState);
  const form = useContractForm({
    schema: ownAccount.forgotPassword.body,
    initial: { email: '' },
    send: values => request(ownAccount.forgotPassword, { body: values, shownInPlace: true }),
    onDone: reply => setDone(reply.message),
    failure: 'Error',
  });
  const withoutMail = entry.data?.mail_configured === false;
  const detail = withoutMail
    ? 'This server cannot send email. Ask an administrator to reset your password.'
    : 'We will email you a link to set a new password. It works once and expires after 30 minutes.';
  return (
    <PublicPage title="Forgot your password?" detail={done ?? detail}>
      {!done && !withoutMail && (
        <Form form={form} submitLabel="Send link">
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            required
            {...form.form.getInputProps('email')}
          />
        </Form>
      )}
      <nav className="public-links" aria-label="Other options">
        <TextLink to="/login">Back to sign-in</TextLink>
      </nav>
    </PublicPage>
  );
}
