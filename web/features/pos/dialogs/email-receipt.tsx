import { Button, TextInput } from '@mantine/core';
import { Mail } from 'lucide-react';
import { useId, useState } from 'react';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { isUnsent } from '#domain/sales/unsent-sale';
import { request } from '../../../platform/api';
import { useStore } from '../../../platform/store';
import { useContractForm } from '../../../ui/form/form';
import { isConnected } from '../device/connection';
import { Problem } from './problem';

type Props = {
  sale: SaleDetail;
  /** The cursor returns to where the next customer starts. */
  onEnd: () => void;
};

/** Emails the receipt to the customer's address or another one, and shows the result. */
export function EmailReceipt({ sale, onEnd }: Props) {
  const connected = useStore(isConnected);
  const [isOpen, setOpen] = useState(false);
  const [reported, tell] = useState<string | null>(null);
  const reasonId = useId();
  const disabledReason = isUnsent(sale)
    ? 'The receipt can be emailed once the sale has been sent.'
    : connected
      ? null
      : 'The server cannot be reached, so the receipt cannot be emailed.';
  const end = (words: string | null) => {
    setOpen(false);
    tell(words);
    onEnd();
  };
  if (isOpen) return <AddressForm sale={sale} disabledReason={disabledReason} onEnd={end} />;
  return (
    <div className="till-email">
      {reported && (
        <p className="till-email-told" role="status">
          {reported}
        </p>
      )}
      <Button
        size="md"
        fullWidth
        variant="default"
        leftSection={<Mail size={18} />}
        disabled={disabledReason !== null}
        aria-describedby={disabledReason ? reasonId : undefined}
        onClick={() => setOpen(true)}
      >
        {reported ? 'Email again' : 'Email receipt'}
      </Button>
      {disabledReason && (
        <p id={reasonId} className="till-email-why">
          {disabledReason}
        </p>
      )}
    </div>
  );
}

type FormProps = { sale: SaleDetail; disabledReason: string | null; onEnd: (words: string | null) => void };

function AddressForm({ sale, disabledReason, onEnd }: FormProps) {
  const [unsent, setUnsent] = useState<string | null>(null);
  const form = useContractForm({
    schema: sales.email.body,
    initial: { email: sale.customer_email ?? '' },
    send: (body, idempotencyKey) => {
      setUnsent(null);
      return request(sales.email, { params: { id: sale.id }, body, idempotencyKey, shownInPlace: true });
    },
    onDone: ({ success, message }) => (success ? onEnd(message) : setUnsent(message)),
    failure: 'The receipt could not be sent.',
    verb: 'sent',
    // The address is quick to type again, so closing needs no confirmation.
    isKept: true,
  });
  const { busy, problem, submit } = form;
  const field = form.form.getInputProps('email');
  return (
    <form className="till-email" noValidate onSubmit={submit}>
      <Problem reason={unsent ?? disabledReason ?? (field.error ? null : (problem?.message ?? null))} />
      <TextInput
        label="Email receipt to"
        type="email"
        size="md"
        maxLength={254}
        autoFocus
        onFocus={event => event.currentTarget.select()}
        {...field}
      />
      <div className="till-form-buttons" data-at-end>
        <Button size="md" variant="default" disabled={busy} onClick={() => onEnd(null)}>
          Cancel
        </Button>
        <Button size="md" type="submit" disabled={busy || disabledReason !== null} aria-busy={busy}>
          {busy ? 'Sending…' : 'Send receipt'}
        </Button>
      </div>
    </form>
  );
}
