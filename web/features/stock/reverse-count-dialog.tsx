import { useState } from 'react';
import { type CountDetail, stockCounts } from '#domain/stock/stock-count.contract';
import { request } from '../../platform/api';
import { newClientId } from '../../platform/client-id';
import { DatedFields, today } from '../../ui/form/dated-fields';
import { useContractForm } from '../../ui/form/form';
import { FormDialog, ReasonField } from '../../ui/dialogs/form-dialog';
import { useApproval } from '../tills';

type Props = { count: CountDetail; onClose: () => void; onDone: (by: string) => void };

type Values = { reason: string; business_date: string; date_reason: string };

/** Reverses a stocktake posted in error; the stocktake and what was counted stay. */
export function ReverseCountDialog({ count: { id, number }, onClose, onDone }: Props) {
  const [clientId] = useState(newClientId);
  const approval = useApproval();
  const form = useContractForm<Values, CountDetail>({
    schema: stockCounts.reverse.body,
    initial: { reason: '', business_date: today(), date_reason: '' },
    send: (body, idempotencyKey) =>
      approval.withApproval(clientId, approvals =>
        request(stockCounts.reverse, {
          params: { id },
          body: { ...body, client_id: clientId, approvals: [...approvals] },
          idempotencyKey,
          shownInPlace: true,
        }),
      ),
    onDone: ({ reversed_by }) => onDone(reversed_by?.number ?? ''),
    failure: 'The stocktake could not be reversed.',
  });
  return (
    <>
      <FormDialog
        title={`Reverse ${number}`}
        note="This undoes its changes to stock and value. The stocktake is kept for your records, and its products can be counted again."
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
