import { NativeSelect, TextInput } from '@mantine/core';
import * as z from 'zod';
import type { ReplyOf } from '#domain/kernel/call';
import { formatPounds } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { type PaymentMethod, paymentMethodNames } from '#domain/payments/payment.status';
import { methodsOffered } from '../../platform/payment-names';
import { request } from '../../platform/api';
import { DatedFields, today } from '../../ui/form/dated-fields';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { typedPounds } from '../../ui/form/typed-figures';
import { useAdvances } from './advances';

type Values = {
  amount: string;
  payment_method: PaymentMethod;
  payment_date: string;
  date_reason: string;
  reference_number: string;
};
type Props = {
  supplier: { readonly id: number; readonly name: string };
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Records money that a supplier pays back; it repays unallocated credit, oldest first (rules W4, P14). */
export function SupplierRefundDialog({ supplier, onClose, onDone }: Props) {
  const free = useAdvances(supplier.id).reduce((sum, advance) => sum + advance.free, 0);
  const bodyOf = ({ amount, ...rest }: Values) => ({
    ...rest,
    supplier_id: supplier.id,
    direction: 'in' as const,
    amount: typedPounds(amount),
  });
  const form = useContractForm<Values, ReplyOf<typeof payments.create>>({
    schema: z.preprocess(values => bodyOf(values as Values), payments.create.body),
    initial: {
      amount: '',
      payment_method: 'bank_transfer',
      payment_date: today(),
      date_reason: '',
      reference_number: '',
    },
    send: (values, idempotencyKey) =>
      request(payments.create, { body: bodyOf(values), idempotencyKey, shownInPlace: true }),
    onDone: refund => onDone(`Refund ${refund.number ?? ''} of ${formatPounds(refund.amount)} recorded.`),
    failure: 'The refund could not be recorded.',
  });
  const field = form.form.getInputProps;
  return (
    <FormDialog
      title={`Refund from ${supplier.name}`}
      note="It repays unallocated credit, oldest first. Record a refund for one order on the order’s page."
      isDocument
      form={form}
      submitLabel="Record refund"
      onClose={onClose}
    >
      <div className="form-columns">
        <MoneyInput
          label="Amount"
          required
          data-autofocus
          description={`${formatPounds(free)} of credit is unallocated`}
          {...field('amount')}
        />
        <NativeSelect
          label="Method"
          data={methodsOffered().map(value => ({ value, label: paymentMethodNames[value] }))}
          {...field('payment_method')}
        />
        <DatedFields form={form.form} name="payment_date" label="Refund date" />
        <TextInput label="Reference" maxLength={100} {...field('reference_number')} />
      </div>
    </FormDialog>
  );
}
