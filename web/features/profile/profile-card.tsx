import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ownAccount } from '#domain/session/own-account.contract';
import { request } from '../../platform/api';
import { beginSession, useUser } from '../../platform/session';
import { Card } from '../../ui/card';
import { Form, useContractForm } from '../../ui/form/form';
import type { Notices } from '../../ui/notice';
import { PasswordInput } from '../../ui/form/password-input';
import { ownConfirmation } from './profile.queries';

/** Name and email address. A new address needs the password, except from users of the sign-in provider. */
export function ProfileCard({ notices }: { notices: Notices }) {
  const user = useUser();
  const form = useContractForm({
    schema: ownAccount.updateProfile.body,
    initial: { name: user.name, email: user.email },
    send: values =>
      request(ownAccount.updateProfile, {
        body: values,
        shownInPlace: true,
      }),
    onDone: saved => {
      beginSession(saved);
      notices.succeeded('Saved successfully!');
    },
    failure: 'Error',
  });
  const field = form.form.getInputProps;
  const newAddress = form.form.getValues().email.trim().toLowerCase() !== user.email.toLowerCase();
  const { data } = useQuery(ownConfirmation);
  const needsPassword = newAddress && !data?.by_provider;
  return (
    <Card title="You">
      <Form form={form} submitLabel="Save">
        <div className="form-columns">
          <TextInput label="Name" required maxLength={100} autoComplete="name" {...field('name')} />
          <TextInput label="Email" type="email" required autoComplete="username" {...field('email')} />
          {needsPassword && (
            <PasswordInput
              label="Current password"
              description="Needed to change your email address."
              required
              autoComplete="current-password"
              {...field('current_password')}
            />
          )}
        </div>
      </Form>
    </Card>
  );
}
