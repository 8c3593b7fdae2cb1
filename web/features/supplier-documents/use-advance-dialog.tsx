import { NativeSelect } from '@mantine/core';
import * as z from 'zod';
import type { ReplyOf } from '#domain/kernel/call';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds, poundsFromPence, toPence } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { request } from '../../platform/api';
import { MoneyInput } from '../../ui/figure-inputs';
import { useContractForm } from '../../ui/form';
import { FormDialog } from '../../ui/form-dialog';
import { typedPounds } from '../../ui/typed-figures';
import type { Advance } from './advances';
import type { SupplierBill } from './supplier-bills';

type Props = {
  bill: Pick<SupplierBill, 'id' | 'supplier_bill_number' | 'outstanding'>;
  advances: readonly Advance[];
  onClose: () => void;
  onDone: (message: string) => void;
};

const maxOf = (advance: Advance | undefined, bill: Props['bill']) =>
  poundsFromPence(toPence(Math.min(advance?.free ?? 0, bill.outstanding)));

/**
 * Allocates an advance on account to a bill (rule P14). Nothing is posted: both are on the supplier's ledger
 * already.
 */
export function UseAdvanceDialog({ bill, advances, onClose, onDone }: Props) {
  const bodyOf = ({ amount }: { amount: string }) => ({ bill_id: bill.id, amount: typedPounds(amount) });
  const form = useContractForm<{ payment: string; amount: string }, ReplyOf<typeof payments.use>>({
    schema: z.preprocess(values => bodyOf(values as { amount: string }), payments.use.body),
    initial: { payment: String(advances[0]?.id ?? ''), amount: maxOf(advances[0], bill) },
    send: (values, idempotencyKey) =>
      request(payments.use, {
        params: { id: Number(values.payment) },
        body: bodyOf(values),
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: payment =>
      onDone(`${payment.number ?? 'The advance'} allocated to bill ${bill.supplier_bill_number}.`),
    failure: 'The advance could not be allocated.',
  });
  const choose = (payment: string) =>
    form.form.setValues({
      payment,
      amount: maxOf(
        advances.find(({ id }) => String(id) === payment),
        bill,
      ),
    });
  return (
    <FormDialog
      title={`Use an advance for bill ${bill.supplier_bill_number}`}
      note={`${formatPounds(bill.outstanding)} of the bill is outstanding.`}
      isDocument
      form={form}
      submitLabel="Use advance"
      onClose={onClose}
    >
      <NativeSelect
        label="Advance"
        data={advances.map(({ id, number, payment_date, free }) => ({
          value: String(id),
          label: `${number ?? ''}, ${formatDate(payment_date)}: ${formatPounds(free)} on account`,
        }))}
        value={form.form.values.payment}
        onChange={event => choose(event.currentTarget.value)}
      />
      <MoneyInput label="Amount" required data-autofocus {...form.form.getInputProps('amount')} />
    </FormDialog>
  );
}
