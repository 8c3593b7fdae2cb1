import { Alert, Button, Group, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import {
  mailbox,
  type MailboxSettings,
  mailboxStepName,
  type MailSecurity,
  mailSecurityNames,
  type SentCopies,
  sentCopiesNames,
  type TestedStep,
} from '#domain/emails/mailbox.contract';
import type { BodySent } from '#domain/kernel/call';
import { confirmedRemoval } from '../../platform/confirm';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { toast } from '../../platform/notices';
import { Form, useContractForm } from '../../ui/form/form';
import { PasswordInput } from '../../ui/form/password-input';
import { useReloadMail } from './emails.queries';
import './mailbox-form.css';

type Values = {
  address: string;
  host: string;
  port: number | string;
  security: MailSecurity;
  username: string;
  password: string;
  sent_copies: SentCopies;
  version?: number;
};

type Props = {
  settings: MailboxSettings | null;
  /** Called when the mailbox is saved or removed. */
  onDone: () => void | Promise<void>;
  onCancel?: () => void;
};

/** The mailbox settings, with a step-by-step connection test. */
export function MailboxForm({ settings, onDone, onCancel }: Props) {
  const reload = useReloadMail();
  const { canCall } = useAccess();
  const canEdit = canCall(mailbox.save);
  const form = useContractForm<Values, unknown>({
    schema: mailbox.save.body,
    initial: {
      address: settings?.address ?? '',
      host: settings?.host ?? '',
      port: settings?.port ?? 993,
      security: settings?.security ?? 'tls',
      username: settings?.username ?? '',
      password: '',
      sent_copies: settings?.sent_copies ?? 'automatic',
      ...(settings && { version: settings.version }),
    },
    send: values => request(mailbox.save, { body: bodyOf(values), shownInPlace: true }),
    onDone: () => {
      void reload();
      toast.success('Mailbox saved. Its messages are being fetched.');
      return onDone();
    },
    failure: 'The mailbox could not be saved.',
    enteredHere: ['password'],
  });
  return (
    <Form form={form} submitLabel="Save" onCancel={onCancel}>
      <Fields fields={form.form} canEdit={canEdit} isKept={settings !== null} />
      {canEdit && <Trial values={form.form.values} />}
      {canEdit && settings && <DisconnectMailbox onDone={onDone} />}
    </Form>
  );
}

type FieldsProps = { fields: UseFormReturnType<Values>; canEdit: boolean; isKept: boolean };

const Fields = ({ fields, canEdit, isKept }: FieldsProps) => (
  <>
    <TextInput
      label="Address"
      description="Replies to your emails go to this address."
      type="email"
      required
      readOnly={!canEdit}
      data-autofocus
      {...fields.getInputProps('address')}
    />
    <TextInput
      label="Mail server"
      description="The IMAP server, such as imap.example.co.uk."
      required
      readOnly={!canEdit}
      {...fields.getInputProps('host')}
    />
    <Group gap={12} grow align="start">
      <NativeSelect
        label="Encryption"
        data={Object.entries(mailSecurityNames).map(([value, label]) => ({ value, label }))}
        disabled={!canEdit}
        {...fields.getInputProps('security')}
        onChange={event => {
          const security = event.currentTarget.value as MailSecurity;
          fields.setFieldValue('security', security);
          fields.setFieldValue('port', security === 'tls' ? 993 : 143);
        }}
      />
      <NumberInput
        label="Port"
        required
        min={1}
        max={65_535}
        hideControls
        allowDecimal={false}
        readOnly={!canEdit}
        {...fields.getInputProps('port')}
      />
    </Group>
    <TextInput
      label="User name"
      required
      readOnly={!canEdit}
      autoComplete="off"
      {...fields.getInputProps('username')}
    />
    <PasswordInput
      label="Password"
      description={isKept ? 'Leave blank to keep the stored password.' : 'Stored encrypted.'}
      required={!isKept}
      readOnly={!canEdit}
      autoComplete="new-password"
      {...fields.getInputProps('password')}
    />
    <NativeSelect
      label="Keep sent emails in the mailbox’s Sent folder"
      description="Your other email programs will show them there. If sent emails appear twice, choose No."
      data={Object.entries(sentCopiesNames).map(([value, label]) => ({ value, label }))}
      disabled={!canEdit}
      {...fields.getInputProps('sent_copies')}
    />
  </>
);

const bodyOf = ({ port, password, ...values }: Values): BodySent<typeof mailbox.save> => ({
  ...values,
  port: Number(port),
  ...(password === '' ? {} : { password }),
});

/** Tests the settings as entered and names the step that fails. */
function Trial({ values }: { values: Values }) {
  const [steps, setSteps] = useState<readonly TestedStep[] | null>(null);
  // The security setting that was tested, not one selected since.
  const [tried, setTried] = useState(values.security);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const test = async () => {
    setBusy(true);
    setProblem(null);
    setSteps(null);
    setTried(values.security);
    const { version: _version, ...entered } = values;
    try {
      setSteps((await request(mailbox.test, { body: bodyOf(entered), shownInPlace: true })).steps);
    } catch (error) {
      setProblem(messageOf(error, 'The connection could not be tested.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mail-trial">
      <Button variant="default" loading={busy} onClick={() => void test()}>
        Test connection
      </Button>
      {problem && (
        <Alert role="alert" color="red" variant="light" icon={<CircleAlert size={18} />}>
          {problem}
        </Alert>
      )}
      {steps && (
        <ol className="mailbox-steps" aria-label="Test result" aria-live="polite">
          {steps.map(({ step, state, message }) => (
            <li key={step} data-state={state}>
              {state === 'done' && <CircleCheck size={16} aria-label="Done" />}
              {state === 'failed' && <CircleAlert size={16} aria-label="Failed" />}
              {state === 'not_tried' && <CircleDashed size={16} aria-label="Not tested" />}
              <span>
                {mailboxStepName(step, tried)}
                {message && <span className="mail-step-words">{message}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function DisconnectMailbox({ onDone }: Pick<Props, 'onDone'>) {
  const reload = useReloadMail();
  const forget = async () => {
    const consequence = 'Its messages are removed from Counterfoil. Nothing changes on the mail server.';
    if (!(await confirmedRemoval('Remove this mailbox?', 'Remove mailbox', consequence))) return;
    const { message } = await request(mailbox.remove);
    toast.success(message);
    await reload();
    await onDone();
  };
  return (
    <Button
      className="mailbox-forget"
      variant="subtle"
      color="red"
      onClick={() => void forget().catch(() => undefined)}
    >
      Remove mailbox
    </Button>
  );
}
