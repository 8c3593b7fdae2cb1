import { Anchor, TextInput } from '@mantine/core';
import type { ReplyOf } from '#domain/kernel/call';
import { twoFactor } from '#domain/session/two-factor.contract';
import { request } from '../../platform/api';
import { Form, useContractForm } from '../../ui/form/form';
import { QrCode } from './qr-code';
import './account-safety.css';

export type StartedSetUp = ReplyOf<typeof twoFactor.setUp>;

type Props = {
  started: StartedSetUp;
  onConfirmed: (reply: ReplyOf<typeof twoFactor.confirm>) => void;
  onCancel: () => void;
};

/** The secret for the app as a QR code and as text, confirmed by a first code. */
export function SetUpApp({ started, onConfirmed, onCancel }: Props) {
  const form = useContractForm({
    schema: twoFactor.confirm.body,
    initial: { code: '' },
    send: body => request(twoFactor.confirm, { body, shownInPlace: true }),
    onDone: onConfirmed,
    failure: 'Two-factor sign-in could not be turned on.',
  });
  return (
    <div className="set-up-app">
      <QrCode text={started.address} label="QR code for your authenticator app" />
      <div className="set-up-steps">
        <ol>
          <li>Scan the QR code with an authenticator app on your phone.</li>
          <li>
            Or <Anchor href={started.address}>open the app on this device</Anchor>, or enter this key:
            <code className="set-up-key">{started.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          </li>
          <li>Enter the six-digit code from the app.</li>
        </ol>
        <Form form={form} submitLabel="Turn on" onCancel={onCancel}>
          <TextInput
            label="Code"
            required
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.form.getInputProps('code')}
          />
        </Form>
      </div>
    </div>
  );
}
