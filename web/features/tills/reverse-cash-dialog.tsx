import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { formatPounds, toPence } from '#domain/kernel/money';
import { tillCashReversals } from '#domain/tills/cash-reversal.contract';
import type { TillCashRow, TillSessionDetail } from '#domain/tills/till.contract';
import { request } from '../../platform/api';
import { newClientId } from '../../platform/client-id';
import { useContractForm } from '../../ui/form/form';
import { FormDialog, ReasonField } from '../../ui/dialogs/form-dialog';
import { tillsNow } from './tills.queries';
import { useApproval } from './use-approval';

type Values = { reason: string; session_id: string };
type Props = {
  session: TillSessionDetail;
  movement: TillCashRow;
  onClose: () => void;
  onDone: (message: string) => void;
};

const bodyOf = ({ reason, session_id }: Values) => ({
  reason,
  ...(session_id === '' ? {} : { session_id: Number(session_id) }),
});

/** Reverses cash that was paid into or out of a drawer in error. After closing, an open till takes the cash, or gives it. */
export function ReverseCashDialog({ session, movement, onClose, onDone }: Props) {
  const isClosed = session.status === 'closed';
  const isOut = movement.kind === 'paid_out';
  const amount = formatPounds(toPence(Math.abs(movement.amount)));
  const [clientId] = useState(newClientId);
  const approval = useApproval();
  const form = useContractForm<Values, TillSessionDetail>({
    schema: z.preprocess(values => bodyOf(values as Values), tillCashReversals.reverse.body),
    initial: { reason: '', session_id: '' },
    send: (values, idempotencyKey) =>
      approval.withApproval(clientId, approvals =>
        request(tillCashReversals.reverse, {
          params: { id: session.id, cash_id: movement.id },
          body: { ...bodyOf(values), client_id: clientId, approvals: [...approvals] },
          idempotencyKey,
          shownInPlace: true,
        }),
      ),
    onDone: () =>
      onDone(isOut ? `Cash paid out of ${amount} reversed.` : `Cash paid in of ${amount} reversed.`),
    failure: 'This could not be reversed.',
  });
  return (
    <>
      <FormDialog
        title={isOut ? 'Reverse cash paid out' : 'Reverse cash paid in'}
        note={
          isOut
            ? `${amount} goes back into the drawer. If it has a receipt, that can be entered again.`
            : `${amount} comes out of the drawer again.`
        }
        form={form}
        submitLabel="Reverse"
        onClose={onClose}
      >
        <ReasonField form={form.form} maxLength={200} />
        {isClosed && (
          <OpenTill
            label={isOut ? 'Cash goes into' : 'Cash comes out of'}
            field={form.form.getInputProps('session_id')}
          />
        )}
      </FormDialog>
      {approval.dialog}
    </>
  );
}

type OpenTillProps = {
  label: string;
  field: ReturnType<ReturnType<typeof useContractForm<Values, TillSessionDetail>>['form']['getInputProps']>;
};

/** The tills that are open now. */
function OpenTill({ label, field }: OpenTillProps) {
  const now = useQuery(tillsNow);
  const open = (now.data?.data ?? []).filter(({ session }) => session?.status === 'open');
  return (
    <NativeSelect
      label={label}
      description={
        now.isSuccess && open.length === 0
          ? 'No till is open. Open one first.'
          : 'This session was counted and closed. To correct an account only, post a journal instead.'
      }
      required
      data={[
        { value: '', label: 'Choose an open till' },
        ...open.map(({ name, session }) => ({ value: String(session?.id), label: name })),
      ]}
      {...field}
    />
  );
}
