import { type VatAdjustment, vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { request } from '../../platform/api';
import { DatedFields, today } from '../../ui/form/dated-fields';
import { useContractForm } from '../../ui/form/form';
import { FormDialog, ReasonField } from '../../ui/dialogs/form-dialog';

type Props = { adjustment: VatAdjustment; onClose: () => void; onDone: () => void };

/** Reverses an adjustment; both stay. */
export function ReverseAdjustmentDialog({ adjustment: { id, number, vat_return }, onClose, onDone }: Props) {
  const form = useContractForm({
    schema: vatAdjustments.reverse.body,
    initial: { business_date: today(), date_reason: '', reason: '' },
    send: (body, idempotencyKey) =>
      request(vatAdjustments.reverse, { params: { id }, body, idempotencyKey, shownInPlace: true }),
    onDone,
    failure: 'The VAT adjustment could not be reversed.',
  });
  return (
    <FormDialog
      title={`Reverse ${number}`}
      note={
        vat_return?.is_filed
          ? 'Its VAT return has been filed and does not change. The reversal goes into the next return as an adjustment.'
          : 'The reversal changes the boxes of its VAT return back by the same amounts. It posts on the date below.'
      }
      isDocument
      form={form}
      submitLabel="Reverse"
      onClose={onClose}
    >
      <ReasonField form={form.form} />
      <DatedFields form={form.form} name="business_date" label="Date" />
    </FormDialog>
  );
}
