import { Button, Textarea, TextInput } from '@mantine/core';
import { FileText } from 'lucide-react';
import { useId, useState } from 'react';
import { needsBuyer, canAddressInvoice } from '#domain/sales/invoice-kind';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { isUnsent } from '#domain/sales/unsent-sale';
import { request } from '../../../platform/api';
import { useStore } from '../../../platform/store';
import { enterToNextField } from '../../../ui/form/enter-to-next-field';
import { useContractForm } from '../../../ui/form/form';
import { isConnected } from '../device/connection';
import { Problem } from './problem';

type Props = {
  sale: SaleDetail;
  onInvoice: (sale: SaleDetail) => void;
  /** The cursor returns to where the next customer starts. */
  onEnd: () => void;
};

/**
 * Asks for the name and address on an invoice (rules V19, V20, finding F37): automatically above £250, below
 * that on request. Without them the document is a receipt, not an invoice.
 */
export function InvoiceFor({ sale, onInvoice, onEnd }: Props) {
  const connected = useStore(isConnected);
  const isAsked = needsBuyer(sale);
  const [isOpen, setOpen] = useState(isAsked && !isUnsent(sale));
  const whyId = useId();
  const isRegistered = sale.seller.vat_number !== null;
  const label = isRegistered ? 'VAT invoice' : 'Invoice';
  if (!canAddressInvoice(sale).allowed) return null;
  const disabledReason = isUnsent(sale)
    ? `The ${label} can be created once the sale has been sent.`
    : connected
      ? null
      : `The server cannot be reached, so the ${label} cannot be created.`;
  const end = () => {
    setOpen(false);
    onEnd();
  };
  if (isOpen)
    return (
      <BuyerForm
        sale={sale}
        label={label}
        why={
          isAsked
            ? 'Over £250, a VAT invoice needs the customer’s name and address. Ask whether they need one.'
            : null
        }
        disabledReason={disabledReason}
        onInvoice={created => {
          onInvoice(created);
          end();
        }}
        onCancel={end}
      />
    );
  return (
    <div className="till-email">
      <Button
        size="md"
        fullWidth
        variant="default"
        leftSection={<FileText size={18} />}
        disabled={disabledReason !== null}
        aria-describedby={disabledReason ? whyId : undefined}
        onClick={() => setOpen(true)}
      >
        {sale.invoice_to ? `Change the name on the ${label}` : `${label} with name and address`}
      </Button>
      {disabledReason && (
        <p id={whyId} className="till-email-why">
          {disabledReason}
        </p>
      )}
    </div>
  );
}

type FormProps = {
  sale: SaleDetail;
  label: string;
  why: string | null;
  disabledReason: string | null;
  onInvoice: (sale: SaleDetail) => void;
  onCancel: () => void;
};

function BuyerForm({ sale, label, why, disabledReason, onInvoice, onCancel }: FormProps) {
  const form = useContractForm({
    schema: sales.addressInvoice.body,
    initial: { name: sale.invoice_to?.name ?? '', address: sale.invoice_to?.address ?? '' },
    send: (body, idempotencyKey) =>
      request(sales.addressInvoice, { params: { id: sale.id }, body, idempotencyKey, shownInPlace: true }),
    onDone: onInvoice,
    failure: `The ${label} could not be created.`,
    // The receipt offers it again later, so closing needs no confirmation.
    isKept: true,
  });
  const { busy, problem, submit } = form;
  const name = form.form.getInputProps('name');
  const address = form.form.getInputProps('address');
  const isAtField = name.error || address.error;
  return (
    <form
      className="till-email"
      noValidate
      onKeyDown={event => enterToNextField(event, true)}
      onSubmit={submit}
      aria-label={label}
    >
      {why && <p className="till-email-told">{why}</p>}
      <Problem reason={disabledReason ?? (isAtField ? null : (problem?.message ?? null))} />
      <TextInput label="Customer name" size="md" maxLength={120} {...name} />
      <Textarea label="Customer address" size="md" rows={3} maxLength={500} {...address} />
      <div className="till-form-buttons" data-at-end>
        <Button size="md" variant="default" disabled={busy} onClick={onCancel}>
          {why ? 'Receipt only' : 'Cancel'}
        </Button>
        <Button size="md" type="submit" disabled={busy || disabledReason !== null} aria-busy={busy}>
          {`Create ${label}`}
        </Button>
      </div>
    </form>
  );
}
