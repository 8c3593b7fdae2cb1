import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { request } from '../../platform/api';
import { useContractForm } from '../../ui/form/form';
import { FormDialog, ReasonField } from '../../ui/dialogs/form-dialog';
import { DatedFields, today } from '../../ui/form/dated-fields';

type Props = {
  order: OrderDetail;
  receipt: OrderDetail['receipts'][number];
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Reverses a receipt entered in error. The receipt and its reversal stay on record. */
export function ReverseReceiptDialog({ order, receipt, onClose, onDone }: Props) {
  const { form, ...rest } = useContractForm({
    schema: purchases.reverseReceipt.body,
    initial: { reason: '', business_date: today(), date_reason: '' },
    send: (body, idempotencyKey) =>
      request(purchases.reverseReceipt, {
        params: { id: order.id, receipt_id: receipt.id },
        body,
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: () => onDone(`Receipt ${receipt.number} reversed.`),
    failure: 'The receipt could not be reversed.',
  });
  return (
    <FormDialog
      title={`Reverse receipt ${receipt.number}`}
      note="For a receipt entered in error: its goods leave stock at the value they were received at, and the order expects them again. If goods go back to the supplier, use Return goods instead."
      isDocument
      form={rest}
      submitLabel="Reverse receipt"
      onClose={onClose}
    >
      <ReasonField form={form} />
      <DatedFields form={form} name="business_date" label="Reversed on" />
    </FormDialog>
  );
}
