import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import type { ReplyOf } from '#domain/kernel/call';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds, poundsFromPence, toPence } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { request } from '../../platform/api';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { typedPounds } from '../../ui/form/typed-figures';
import type { Advance } from './advances';
import type { SupplierBill } from './supplier-bills';

type Props = {
  bill: Pick<SupplierBill, 'id' | 'supplier_bill_number' | 'outstanding'>;
  supplierId: number;
  advances: readonly Advance[];
  onClose: () => void;
  onDone: (message: string) => void;
};

type Values = { credit: string; amount: string };

const maxOf = (advance: Advance | undefined, bill: Props['bill']) =>
  poundsFromPence(toPence(Math.min(advance?.free ?? 0, bill.outstanding)));

const kinds: Readonly<Record<string, string>> = {
  payment: 'Payment',
  credit_note: 'Credit note',
  opening: 'Opening credit',
};

/**
 * Allocates open credit to a bill (rules P14, W4): a payment on account, a credit note, or credit from before these books.
 * Nothing is posted: both are on the supplier's ledger already.
 */
export function UseAdvanceDialog({ bill, supplierId, advances: open, onClose, onDone }: Props) {
  // Kept while it is open, as is what was chosen among them.
  const [opened] = useState(open);
  const advances = opened.length > 0 ? opened : open;
  const bodyOf = ({ credit, amount }: Values) => ({
    item_id: Number(credit),
    bill_id: bill.id,
    amount: typedPounds(amount),
  });
  const form = useContractForm<Values, ReplyOf<typeof payments.allocate>>({
    schema: z.preprocess(values => bodyOf(values as Values), payments.allocate.body),
    initial: { credit: String(advances[0]?.item_id ?? ''), amount: maxOf(advances[0], bill) },
    send: (values, idempotencyKey) =>
      request(payments.allocate, {
        params: { id: supplierId },
        body: bodyOf(values),
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: ({ message }) => onDone(message),
    failure: 'The credit could not be allocated.',
  });
  const choose = (credit: string) =>
    form.form.setValues({
      credit,
      amount: maxOf(
        advances.find(({ item_id }) => String(item_id) === credit),
        bill,
      ),
    });
  return (
    <FormDialog
      title={`Allocate credit to bill ${bill.supplier_bill_number}`}
      note={`${formatPounds(bill.outstanding)} of the bill is outstanding.`}
      isDocument
      form={form}
      submitLabel="Allocate credit"
      onClose={onClose}
    >
      <NativeSelect
        label="Credit"
        data={advances.map(({ item_id, kind, number, payment_date, free }) => ({
          value: String(item_id),
          label: `${kinds[kind] ?? 'Credit'} ${number ?? ''}, ${formatDate(payment_date)}: ${formatPounds(free)} on account`,
        }))}
        value={form.form.values.credit}
        onChange={event => choose(event.currentTarget.value)}
      />
      <MoneyInput label="Amount" required data-autofocus {...form.form.getInputProps('amount')} />
    </FormDialog>
  );
}
