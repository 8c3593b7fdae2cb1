import { Checkbox } from '@mantine/core';
import { formatPounds, toPence } from '#domain/kernel/money';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { request } from '../../platform/api';
import { useContractForm } from '../../ui/form/form';
import { FormDialog, ReasonField } from '../../ui/dialogs/form-dialog';
import { DatedFields, today } from '../../ui/form/dated-fields';

type Props = {
  orderId: number;
  bill: {
    readonly id: number;
    readonly kind: string;
    readonly supplier_bill_number: string;
    readonly gross: number;
    readonly outstanding: number;
  };
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Reverses a bill recorded in error. The bill and its reversal stay on record. */
export function ReverseBillDialog({ orderId, bill, onClose, onDone }: Props) {
  const settled = toPence(bill.gross - bill.outstanding);
  const { form, ...rest } = useContractForm({
    schema: purchases.reverseBill.body,
    initial: { reason: '', business_date: today(), date_reason: '', free_payments: false },
    send: (body, idempotencyKey) =>
      request(purchases.reverseBill, {
        params: { id: orderId, bill_id: bill.id },
        body,
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: () => onDone(`Bill ${bill.supplier_bill_number} reversed.`),
    failure: 'The bill could not be reversed.',
  });
  return (
    <FormDialog
      title={`Reverse bill ${bill.supplier_bill_number}`}
      note={
        bill.kind === 'goods'
          ? 'The goods go back to received but not billed, and the bill number can be used again.'
          : 'The landed cost is taken off the stock value, and the bill number can be used again.'
      }
      isDocument
      form={rest}
      submitLabel="Reverse bill"
      onClose={onClose}
    >
      <ReasonField form={form} />
      <DatedFields form={form} name="business_date" label="Reversed on" />
      {settled > 0 && (
        <Checkbox
          label={`Keep the ${formatPounds(settled)} already settled as credit with the supplier`}
          {...form.getInputProps('free_payments', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  );
}
