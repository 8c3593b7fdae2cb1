import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDay, formatMoment } from '#domain/kernel/dates';
import { pins } from '#domain/tills/cashier.contract';
import { request } from '../../platform/api';
import { Card } from '../../ui/card';
import { Form, useContractForm } from '../../ui/form/form';
import type { Notices } from '../../ui/notice';
import { PasswordInput } from '../../ui/form/password-input';
import { NoPasswordNeeded } from './no-password-needed';
import { OnceConfirmationKnown } from './once-confirmation-known';
import { ownPin } from './profile.queries';

/** The till PIN, used to switch cashier and to approve changes. */
export function PinCard({ notices }: { notices: Notices }) {
  return (
    <OnceConfirmationKnown title="Till PIN">
      {provider => <OpenPinCard notices={notices} provider={provider} />}
    </OnceConfirmationKnown>
  );
}

type OpenProps = { notices: Notices; provider: string | undefined };

function OpenPinCard({ notices, provider }: OpenProps) {
  const pin = useQuery(ownPin);
  const blank = provider === undefined ? { current_password: '', pin: '' } : { pin: '' };
  const form = useContractForm({
    schema: pins.set.body,
    initial: blank,
    send: body => request(pins.set, { body, shownInPlace: true }),
    onDone: reply => {
      form.form.setValues(blank);
      notices.succeeded(reply.message);
      void pin.refetch();
    },
    failure: 'The PIN could not be set.',
  });
  const field = form.form.getInputProps;
  const remove = async () => {
    const { current_password }: { current_password?: string } = form.form.values;
    if (current_password === '') {
      form.form.setFieldError('current_password', 'Enter your current password.');
      form.form.getInputNode('current_password')?.focus();
      return;
    }
    try {
      const reply = await request(pins.set, { body: { current_password, pin: null }, shownInPlace: true });
      form.form.setValues(blank);
      form.form.resetDirty();
      notices.succeeded(reply.message);
      await pin.refetch();
    } catch (error) {
      notices.failedWrite(error, 'The PIN could not be removed.');
    }
  };
  return (
    <Card
      title="Till PIN"
      actions={
        pin.data?.is_set && (
          <Button size="xs" variant="default" onClick={() => void remove()}>
            Remove PIN
          </Button>
        )
      }
    >
      <p className="dialog-note">{stateOf(pin.data)}</p>
      {provider !== undefined && <NoPasswordNeeded provider={provider} />}
      <Form isDocument={false} form={form} submitLabel={pin.data?.is_set ? 'Change PIN' : 'Set PIN'}>
        <div className="form-columns">
          {provider === undefined && (
            <PasswordInput
              label="Your password"
              required
              autoComplete="current-password"
              {...field('current_password')}
            />
          )}
          <PasswordInput
            label="New PIN"
            description="Four to eight digits"
            required
            inputMode="numeric"
            autoComplete="off"
            {...field('pin')}
          />
        </div>
      </Form>
    </Card>
  );
}

function stateOf(
  pin: { is_set: boolean; set_at: Date | null; locked_until: Date | null } | undefined,
): string {
  if (!pin) return 'Loading…';
  if (!pin.is_set) return 'Use a PIN to switch user at a till and to approve changes there.';
  const since = pin.set_at ? ` since ${formatDay(pin.set_at)}` : '';
  return pin.locked_until
    ? `Set${since}. The PIN is locked on one device until ${formatMoment(pin.locked_until)} after too many wrong attempts.`
    : `Set${since}.`;
}
