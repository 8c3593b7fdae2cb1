import { Textarea, TextInput } from '@mantine/core';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import '../../ui/lines/dialog-lines.css';
import { request } from '../../platform/api';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';

type Props = { sale: SaleDetail; onClose: () => void; onDone: (message: string) => void };

/** Sets the invoice name and address of a sale that has none (rules V19, V20). */
export function InvoiceForDialog({ sale, onClose, onDone }: Props) {
  const form = useContractForm({
    schema: sales.addressInvoice.body,
    initial: { name: sale.invoice_to?.name ?? '', address: sale.invoice_to?.address ?? '' },
    send: (body, idempotencyKey) =>
      request(sales.addressInvoice, { params: { id: sale.id }, body, idempotencyKey, shownInPlace: true }),
    onDone: ({ invoice_to }) =>
      onDone(`The invoice is now addressed to ${invoice_to?.name ?? 'the customer'}.`),
    failure: 'The name and address could not be saved.',
  });
  const field = form.form.getInputProps;
  return (
    <FormDialog
      title="Name and address on the invoice"
      note={`${sale.number} keeps its number and amounts. Its invoice will show this name and address.`}
      form={form}
      submitLabel="Save"
      onClose={onClose}
    >
      <TextInput label="Customer name" required maxLength={120} data-autofocus {...field('name')} />
      <Textarea label="Customer address" required rows={4} maxLength={500} {...field('address')} />
    </FormDialog>
  );
}
