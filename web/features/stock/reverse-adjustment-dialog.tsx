import { useState } from 'react';
import { type AdjustmentDetail, stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { request } from '../../platform/api';
import { newClientId } from '../../platform/client-id';
import { DatedFields, today } from '../../ui/form/dated-fields';
import { useContractForm } from '../../ui/form/form';
import { FormDialog, ReasonField } from '../../ui/dialogs/form-dialog';
import { useApproval } from '../tills';

type Props = { adjustment: AdjustmentDetail; onClose: () => void; onDone: (message: string) => void };

type Values = { reason: string; business_date: string; date_reason: string };

/** Reverses an adjustment entered in error; both stay. */
export function ReverseAdjustmentDialog({ adjustment, onClose, onDone }: Props) {
  const { id, number, reason } = adjustment;
  const [clientId] = useState(newClientId);
  const approval = useApproval();
  const form = useContractForm<Values, { number: string }>({
    schema: stockAdjustments.reverse.body,
    initial: { reason: '', business_date: today(), date_reason: '' },
    send: (body, idempotencyKey) =>
      approval.withApproval(clientId, approvals =>
        request(stockAdjustments.reverse, {
          params: { id },
          body: { ...body, client_id: clientId, approvals: [...approvals] },
          idempotencyKey,
          shownInPlace: true,
        }),
      ),
    onDone: reversal => onDone(`${number} reversed by ${reversal.number}.`),
    failure: 'The adjustment could not be reversed.',
  });
  return (
    <>
      <FormDialog
        title={`Reverse ${number}`}
        note={
          reason === 'write_down'
            ? 'The value goes back to the goods that are still in stock. The share of goods sold since stays in account 5100.'
            : 'The quantities change back, at the value they were posted at.'
        }
        isDocument
        form={form}
        submitLabel="Reverse"
        onClose={onClose}
      >
        <ReasonField form={form.form} />
        <DatedFields form={form.form} name="business_date" label="Reversed on" />
      </FormDialog>
      {approval.dialog}
    </>
  );
}
