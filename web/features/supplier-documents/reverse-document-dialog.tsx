import { Checkbox } from '@mantine/core';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { request } from '../../platform/api';
import { DatedFields, today } from '../../ui/form/dated-fields';
import { useContractForm } from '../../ui/form/form';
import { FormDialog, ReasonField } from '../../ui/dialogs/form-dialog';

type Props = {
  what: 'bill' | 'credit';
  /** The document by the supplier's number, and the amount allocated to other entries. */
  document: { readonly id: number; readonly supplierNumber: string; readonly allocated: number };
  onClose: () => void;
  onDone: (message: string) => void;
};

const parts = {
  bill: {
    call: supplierDocuments.reverseBill,
    name: 'bill',
    note: 'The bill and its reversal stay on record, and the bill number can be used again.',
  },
  credit: {
    call: supplierDocuments.reverseCredit,
    name: 'credit note',
    note: 'Any reduction in the cost of goods still in stock is undone. The credit note and its reversal stay on record.',
  },
} as const;

/** Reverses a bill without an order, or a supplier credit note, recorded in error (rules L1, A13). */
export function ReverseDocumentDialog({ what, document, onClose, onDone }: Props) {
  const { call, name, note } = parts[what];
  const { form, ...rest } = useContractForm({
    schema: call.body,
    initial: { reason: '', business_date: today(), date_reason: '', free_payments: false },
    send: (body, idempotencyKey) =>
      request(call, { params: { id: document.id }, body, idempotencyKey, shownInPlace: true }),
    onDone: reversed =>
      onDone(`Reversed ${name} ${document.supplierNumber} as of ${formatDate(reversed.posted_on)}.`),
    failure: `The ${name} could not be reversed.`,
  });
  return (
    <FormDialog
      title={`Reverse ${name} ${document.supplierNumber}`}
      note={note}
      isDocument
      form={rest}
      submitLabel={`Reverse ${name}`}
      onClose={onClose}
    >
      <ReasonField form={form} />
      <DatedFields form={form} name="business_date" label="Reversed on" />
      {document.allocated > 0 && (
        <Checkbox
          label={`Remove its allocations of ${formatPounds(document.allocated)}: the other entries become outstanding again`}
          {...form.getInputProps('free_payments', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  );
}
