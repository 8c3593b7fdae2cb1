import { Alert, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { CircleCheck, CircleX, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod';
import type { BodySent, ReplyOf } from '#domain/kernel/call';
import {
  type MailOut,
  mailOut,
  mailSecurity,
  mailSecurityNames,
  type MailStep,
  mailStepName,
  mailSteps,
} from '#domain/settings/mail-out.contract';
import { confirmedRemoval } from '../../platform/confirm';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { Form } from '../../ui/form/form';
import { PasswordInput } from '../../ui/form/password-input';
import { SettingCard } from './setting-card';
import { useSettingForm } from './use-setting-form';

/** The outgoing mail server. */
export const MailSection = () => (
  <SettingCard
    title="Outgoing email"
    about="Invoices, orders, reminders and password links are sent through this mail server. The password is stored encrypted and is never shown again."
    get={mailOut.get}
    save={mailOut.save}
    recordedAs="Outgoing email"
  >
    {({ setting, onSaved }) => <MailForm mail={setting} onSaved={onSaved} />}
  </SettingCard>
);

type Values = {
  host: string;
  port: string;
  security: z.infer<typeof mailSecurity>;
  user: string;
  password: string;
  sender_address: string;
  sender_name: string;
  version: number;
};
type Props = { mail: MailOut; onSaved: (saved: MailOut) => void };

function MailForm({ mail, onSaved }: Props) {
  const form = useSettingForm(mailOut.save, {
    setting: mail,
    onSaved,
    valuesOf,
    bodyOf,
    failure: 'The mail server could not be saved.',
  });
  const field = form.form.getInputProps;
  return (
    <>
      {mail.environment && <FromEnvironment environment={mail.environment} />}
      <Form form={form} submitLabel="Save">
        <div className="form-columns">
          <TextInput label="Server" required maxLength={253} {...field('host')} />
          <TextInput
            label="Port"
            required
            inputMode="numeric"
            maxLength={5}
            classNames={{ input: 'figures' }}
            {...field('port')}
          />
          <NativeSelect
            className="form-wide"
            label="Encryption"
            data={mailSecurity.options.map(value => ({ value, label: mailSecurityNames[value] }))}
            {...field('security')}
          />
          <TextInput
            label="User"
            description="Leave blank if the server needs no sign-in"
            autoComplete="off"
            maxLength={254}
            {...field('user')}
          />
          <PasswordInput
            label="Password"
            description={
              mail.server?.has_password ? 'Leave blank to keep the stored password' : 'Stored encrypted'
            }
            autoComplete="new-password"
            maxLength={500}
            {...field('password')}
          />
          <TextInput label="Sender address" required type="email" {...field('sender_address')} />
          <TextInput
            label="Sender name"
            description="Shown to recipients, usually your company name"
            required
            maxLength={100}
            {...field('sender_name')}
          />
        </div>
      </Form>
      <Actions mail={mail} values={form.form.values} onSaved={onSaved} />
    </>
  );
}

const FromEnvironment = ({ environment }: { environment: NonNullable<MailOut['environment']> }) => (
  <Alert
    color="yellow"
    variant="light"
    role="note"
    styles={{ message: { color: 'var(--mantine-color-text)' } }}
  >
    SMTP_URL is set on the server, so email is sent through {environment.host}, port {environment.port}, from{' '}
    {environment.sender_address}. The settings below apply only once SMTP_URL is removed.
  </Alert>
);

type TestResult = ReplyOf<typeof mailOut.test>;

/** Tests the entered settings, saved or not, and removes the server. */
function Actions({ mail, values, onSaved }: Props & { values: Values }) {
  const { canCall } = useAccess();
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<TestResult | string | null>(null);
  if (!canCall(mailOut.test)) return null;
  const tryIt = async () => {
    setBusy(true);
    setTried(null);
    try {
      const { version: _version, ...server } = bodyOf(values);
      setTried(await request(mailOut.test, { body: { server }, shownInPlace: true }));
    } catch (error) {
      setTried(messageOf(error, 'The mail server could not be tested.'));
    } finally {
      setBusy(false);
    }
  };
  const forget = async () => {
    const consequence = 'The stored password is deleted too.';
    if (!(await confirmedRemoval('Remove this mail server?', 'Remove mail server', consequence))) return;
    try {
      onSaved(await request(mailOut.remove, { shownInPlace: true }));
    } catch (error) {
      setTried(messageOf(error, 'The mail server could not be removed.'));
    }
  };
  return (
    <>
      <Group gap={8}>
        <Button
          variant="default"
          leftSection={<Send size={16} />}
          loading={busy}
          onClick={() => void tryIt()}
        >
          Send a test email to me
        </Button>
        {mail.server && (
          <Button variant="default" leftSection={<Trash2 size={16} />} onClick={() => void forget()}>
            Remove this server
          </Button>
        )}
      </Group>
      {typeof tried === 'string' ? (
        <Alert role="alert" color="red" variant="light">
          {tried}
        </Alert>
      ) : (
        tried && <Steps tried={tried} />
      )}
    </>
  );
}

/** The steps of the test, with the one that failed. */
const Steps = ({ tried: { failed, message, encrypted } }: { tried: TestResult }) => {
  const end = failed === null ? mailSteps.length : mailSteps.indexOf(failed);
  return (
    <div role={failed === null ? 'status' : 'alert'} className="mail-steps">
      <ol>
        {mailSteps.slice(0, end + 1).map((step: MailStep, index) => (
          <li key={step}>
            {index < end ? (
              <CircleCheck size={16} className="mail-step-done" aria-label="Done" />
            ) : (
              <CircleX size={16} className="mail-step-failed" aria-label="Failed" />
            )}
            {mailStepName(step, encrypted)}
          </li>
        ))}
      </ol>
      <p>{message}</p>
    </div>
  );
};

const valuesOf = ({ server, version }: MailOut): Values => ({
  host: server?.host ?? '',
  port: String(server?.port ?? 587),
  security: server?.security ?? 'starttls',
  user: server?.user ?? '',
  password: '',
  sender_address: server?.sender_address ?? '',
  sender_name: server?.sender_name ?? '',
  version,
});

const bodyOf = ({ port, password, ...rest }: Values): BodySent<typeof mailOut.save> => ({
  ...rest,
  port: Number(port),
  ...(password === '' ? {} : { password }),
});
