import { useQueryClient } from '@tanstack/react-query';
import { ownAccount } from '#domain/session/own-account.contract';
import { request } from '../../platform/api';
import { beginSession, useUser } from '../../platform/session';
import { Card } from '../../ui/card';
import { Form, useContractForm } from '../../ui/form/form';
import type { Notices } from '../../ui/notice';
import { PasswordInput } from '../../ui/form/password-input';
import { NoPasswordNeeded } from './no-password-needed';
import { OnceConfirmationKnown } from './once-confirmation-known';
import { ownDevices } from './profile.queries';

/** Changes the password. All other devices are signed out. */
export function PasswordCard({ notices }: { notices: Notices }) {
  return (
    <OnceConfirmationKnown title="Password">
      {provider => <OpenPasswordCard notices={notices} provider={provider} />}
    </OnceConfirmationKnown>
  );
}

type OpenProps = { notices: Notices; provider: string | undefined };

function OpenPasswordCard({ notices, provider }: OpenProps) {
  const blank = provider === undefined ? { current_password: '', password: '' } : { password: '' };
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
      {provider !== undefined && <NoPasswordNeeded provider={provider} />}
      <Form isDocument={false} form={form} submitLabel="Change password">
        <div className="form-columns">
          {provider === undefined && (
            <PasswordInput
              label="Current password"
              required
              autoComplete="current-password"
              {...field('current_password')}
            />
          )}
          <PasswordInput label="New password" required autoComplete="new-password" {...field('password')} />
        </div>
      </Form>
    </Card>
  );
}
