import { useQueryClient } from '@tanstack/react-query';
import { ownAccount } from '#domain/session/own-account.contract';
import { request } from '../../platform/api';
import { beginSession, useUser } from '../../platform/session';
import { Card } from '../../ui/card';
import { Form, useContractForm } from '../../ui/form';
import type { Notices } from '../../ui/notice';
import { PasswordInput } from '../../ui/password-input';
import { ownDevices } from './profile.queries';

const blank = { current_password: '', password: '' };

/** Changes the password. All other devices are signed out. */
export function PasswordCard({ notices }: { notices: Notices }) {
  const user = useUser();
  const queries = useQueryClient();
  const form = useContractForm({
    schema: ownAccount.changePassword.body,
    initial: blank,
    send: values => request(ownAccount.changePassword, { body: values, shownInPlace: true }),
    onDone: reply => {
      form.form.setValues(blank);
      beginSession({ ...user, must_change_password: false });
      notices.succeeded(reply.message);
      void queries.invalidateQueries({ queryKey: ownDevices.queryKey });
    },
    failure: 'Error',
  });
  const field = form.form.getInputProps;
  return (
    <Card title="Password">
      <Form isDocument={false} form={form} submitLabel="Change password">
        <div className="form-columns">
          <PasswordInput
            label="Current password"
            required
            autoComplete="current-password"
            {...field('current_password')}
          />
          <PasswordInput label="New password" required autoComplete="new-password" {...field('password')} />
        </div>
      </Form>
    </Card>
  );
}
