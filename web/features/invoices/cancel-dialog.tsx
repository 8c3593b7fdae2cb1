import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { formatPounds, toPence } from '#domain/kernel/money';
import { originalTenders, refundableSaleOf } from '#domain/sales/refund-options';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { tenderName } from '../../platform/payment-names';
import '../../ui/lines/dialog-lines.css';
import { request } from '../../platform/api';
import { newClientId } from '../../platform/client-id';
import { Form, useContractForm } from '../../ui/form/form';
import { ReasonField } from '../../ui/dialogs/form-dialog';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { useApproval } from '../tills';
import { useFirstDrawer, useOpenTills } from './use-open-tills';

type Props = { sale: SaleDetail; onClose: () => void; onDone: (message: string) => void };

/** Cancels a sale: credits the remaining amount and refunds each payment to its method. */
export function CancelDialog({ sale, onClose, onDone }: Props) {
  const tills = useOpenTills();
  const firstDrawer = useFirstDrawer();
  const [clientId] = useState(newClientId);
  const approval = useApproval();
  const form = useContractForm({
    schema: sales.cancel.body.omit({ client_id: true, session_id: true, approvals: true }).loose(),
    initial: { reason: '', session_id: '' },
    send: async ({ reason, session_id }, idempotencyKey) => {
      const session = session_id === '' ? await firstDrawer() : Number(session_id);
      const body = { client_id: clientId, reason, session_id: needsDrawer ? (session ?? null) : null };
      return approval.withApproval(clientId, approvals =>
        request(sales.cancel, {
          params: { id: sale.id },
          body: { ...body, approvals: [...approvals] },
          idempotencyKey,
          shownInPlace: true,
        }),
      );
    },
    onDone: () => onDone(`${sale.number} cancelled.`),
    failure: 'The sale could not be cancelled.',
  });
  const due = toPence(Math.max(0, sale.gross - sale.refunded - sale.outstanding));
  // As the server refunds it: what an exchange of the walk-in customer carried over is refunded in cash.
  const back = originalTenders(refundableSaleOf(sale), due);
  const needsDrawer = back.some(({ method }) => method === 'cash');
  return (
    <GuardedDialog onClose={onClose} title={`Cancel ${sale.number}`}>
      <Form isDocument form={form} submitLabel="Cancel sale" isDestructive onCancel={onClose}>
        <p className="dialog-note">
          The remaining amount will be credited and the goods returned to stock. The sale keeps its number.
          {back.length > 0 &&
            ` Refund to: ${back.map(({ method, amount }) => `${tenderName(method)} ${formatPounds(amount)}`).join(', ')}.`}
          {back.some(({ method }) => method === 'cheque') &&
            ' Hand the customer’s cheque back. If you have banked it, refund the sale instead.'}
        </p>
        {needsDrawer && tills && tills.length > 0 && (
          <NativeSelect
            label="Cash from till"
            data={tills.map(({ session, name }) => ({ value: String(session), label: name }))}
            {...form.form.getInputProps('session_id')}
          />
        )}
        <ReasonField form={form.form} maxLength={200} />
      </Form>
      {approval.dialog}
    </GuardedDialog>
  );
}
