import { NativeSelect, Stack, TextInput } from '@mantine/core';
import type { FormErrors, UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as z from 'zod';
import type { ReplyOf } from '#domain/kernel/call';
import { formatPounds, type Pence, poundsFromPence } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { type PaymentMethod, paymentMethodNames } from '#domain/payments/payment.status';
import { methodsOffered } from '../../platform/payment-names';
import { request } from '../../platform/api';
import { type Column, DataTable } from '../../ui/table/data-table';
import { DatedFields, today } from '../../ui/form/dated-fields';
import { Day } from '../../ui/dates/day';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { type ContractForm, useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Money } from '../../ui/money';
import { typedPounds } from '../../ui/form/typed-figures';
import '../../ui/lines/dialog-lines.css';
import { type SupplierBill, type SupplierBills, useSupplierBills, withEntered } from './supplier-bills';
import { purchasingRules } from './supplier-documents.queries';
import { Radio } from '../../ui/form/radio';

type Settles = 'oldest' | 'bills' | 'on_account';
type Values = {
  /** Null until it is typed; until then what the bills have outstanding is proposed. */
  amount: string | null;
  payment_method: PaymentMethod;
  payment_date: string;
  date_reason: string;
  reference_number: string;
  /** Null until the user chooses; until then the company's setting decides. */
  settles: Settles | '';
  /** The amount for each bill, by bill id. */
  amounts: Record<string, string>;
};
type Props = {
  supplier: { readonly id: number; readonly name: string };
  /** The bill it was opened from, which takes the payment unless something else is chosen. */
  bill?: { readonly id: number; readonly outstanding: Pence };
  onClose: () => void;
  onDone: (message: string) => void;
};

function initialFor(opened: Props['bill']): Values {
  const amount = opened === undefined ? null : poundsFromPence(opened.outstanding);
  return {
    amount,
    payment_method: 'bank_transfer',
    payment_date: today(),
    date_reason: '',
    reference_number: '',
    settles: opened === undefined ? '' : 'bills',
    amounts: opened === undefined || amount === null ? {} : { [opened.id]: amount },
  };
}

const choices: readonly { value: Settles; label: string }[] = [
  { value: 'oldest', label: 'Settle the oldest bills first' },
  { value: 'bills', label: 'Settle the bills I choose' },
  { value: 'on_account', label: 'Keep on account as an advance' },
];

/** Records a payment to a supplier without an order, and its allocation (rule P14). */
export function SupplierPaymentDialog({ supplier, bill: opened, onClose, onDone }: Props) {
  const found = useSupplierBills(supplier.id, opened?.id);
  const { outstanding: owed } = found;
  const entered = useEntered(found, opened?.id);
  const regular = useDefaultChoice();
  const proposed = owed > 0 ? poundsFromPence(owed) : '';
  const bodyOf = ({ amount, amounts, settles, ...rest }: Values) => {
    const chosen = settles === '' ? regular : settles;
    return {
      ...rest,
      supplier_id: supplier.id,
      amount: typedPounds(amount ?? proposed),
      settles: chosen,
      bills: chosen === 'bills' ? typedParts(amounts) : [],
    };
  };
  const form = useContractForm<Values, ReplyOf<typeof payments.create>>({
    schema: z.preprocess(values => bodyOf(values as Values), payments.create.body),
    initial: initialFor(opened),
    send: (values, idempotencyKey) =>
      request(payments.create, { body: bodyOf(values), idempotencyKey, shownInPlace: true }),
    onDone: payment => onDone(`Payment ${payment.number ?? ''} of ${formatPounds(payment.amount)} recorded.`),
    failure: 'The payment could not be recorded.',
  });
  const field = form.form.getInputProps;
  const { settles } = form.form.values;
  const chosen = settles === '' ? regular : settles;
  return (
    <FormDialog
      title={`Pay ${supplier.name}`}
      size={760}
      isDocument
      form={{ ...form, submit: withAmount(form, proposed) }}
      submitLabel="Record payment"
      onClose={onClose}
    >
      <div className="form-columns">
        <AmountField field={{ ...field('amount'), value: form.form.values.amount ?? proposed }} owed={owed} />
        <NativeSelect
          label="Method"
          data={methodsOffered().map(value => ({ value, label: paymentMethodNames[value] }))}
          {...field('payment_method')}
        />
        <DatedFields form={form.form} name="payment_date" label="Payment date" />
        <TextInput label="Reference" maxLength={100} {...field('reference_number')} />
      </div>
      <Purpose chosen={chosen} onChoose={value => form.form.setFieldValue('settles', value)} />
      {chosen === 'bills' && <BillsToSettle form={form.form} found={found} entered={entered} />}
      {form.form.errors.bills && <p className="line-problem">{form.form.errors.bills}</p>}
    </FormDialog>
  );
}

/** What was proposed stays in the form once it is sent: after a first attempt the bills may be loaded again. */
const withAmount =
  ({ form, submit }: ContractForm<Values>, proposed: string) =>
  (event: FormEvent<HTMLFormElement>) => {
    if (form.getValues().amount === null) form.setFieldValue('amount', proposed);
    submit(event);
  };

type AmountProps = { field: { value: string; onChange: (amount: string) => void }; owed: Pence };

/** The amount, selected so that another one is typed over what is proposed. */
const AmountField = ({ field, owed }: AmountProps) => (
  <MoneyInput
    label="Amount"
    required
    data-autofocus
    description={owed > 0 ? `${formatPounds(owed)} is outstanding on bills` : undefined}
    {...field}
    onFocus={event => event.currentTarget.select()}
  />
);

type PurposeProps = { chosen: Settles; onChoose: (value: Settles) => void };

const Purpose = ({ chosen, onChoose }: PurposeProps) => (
  <Radio.Group label="Allocation" value={chosen} onChange={onChoose}>
    <Stack gap={8} mt={6}>
      {choices.map(({ value, label }) => (
        <Radio key={value} value={value} label={label} />
      ))}
    </Stack>
  </Radio.Group>
);

type Entered = { readonly bills: readonly SupplierBill[]; readonly add: (bill: SupplierBill) => void };

/** The bills with an amount, as they were when it was entered; the one it was opened from has one at once. */
function useEntered(found: SupplierBills, openedId: number | undefined): Entered {
  const [bills, setBills] = useState<readonly SupplierBill[]>([]);
  const add = (bill: SupplierBill) => setBills(before => withEntered(before, [bill]));
  const opened = found.bills.find(({ id }) => id === openedId);
  if (opened && !bills.some(({ id }) => id === openedId)) add(opened);
  return { bills, add };
}

type BillsProps = {
  form: UseFormReturnType<Values>;
  found: SupplierBills;
  entered: Entered;
};

/** The open bills, and those entered, also once someone else has settled them: the refusal stands beside the amount. */
function BillsToSettle({ form, found, entered }: BillsProps) {
  const isOpen = (bill: SupplierBill) => bill.outstanding > 0;
  const bills = withEntered(found.bills, entered.bills).filter(
    bill => isOpen(bill) || entered.bills.some(({ id }) => id === bill.id),
  );
  const isCut = found.bills.every(isOpen) && found.total > found.bills.length;
  return (
    <div className="dialog-lines">
      <DataTable
        label="Bills to settle"
        rows={bills}
        rowKey={bill => bill.id}
        columns={billColumns(form, entered.add)}
      />
      {isCut && (
        <p className="dialog-note">
          Only the {found.bills.length} bills due first are shown. Pay the rest with another payment.
        </p>
      )}
    </div>
  );
}

const billColumns = (
  form: UseFormReturnType<Values>,
  onEntered: (bill: SupplierBill) => void,
): Column<SupplierBill>[] => {
  const parts = typedParts(form.values.amounts);
  const problemOf = (bill: SupplierBill) => {
    const place = `bills.${parts.findIndex(({ bill_id }) => bill_id === bill.id)}`;
    return form.errors[`${place}.amount`] ?? form.errors[`${place}.bill_id`];
  };
  const enter = (bill: SupplierBill, amount: string) => {
    const { amounts } = form.values;
    onEntered(bill);
    // Leaving the field only adds the pence.
    if (typedPounds(amount) !== typedPounds(amounts[bill.id] ?? '')) form.setErrors(withoutProblemsOfBills);
    form.setFieldValue('amounts', { ...amounts, [bill.id]: amount });
  };
  return [
    { header: 'Bill', cell: bill => <span className="figures">{bill.supplier_bill_number}</span> },
    { header: 'Due', kind: 'date', cell: bill => <Day date={bill.due_on} /> },
    { header: 'Outstanding', align: 'end', cell: bill => <Money pence={bill.outstanding} /> },
    {
      header: 'Allocate',
      cell: bill => (
        <MoneyInput
          aria-label={`Allocate to bill ${bill.supplier_bill_number}`}
          value={form.values.amounts[bill.id] ?? ''}
          error={problemOf(bill)}
          onChange={amount => enter(bill, amount)}
        />
      ),
    },
  ];
};

/** They name places among the amounts sent, where other bills may be once an amount is changed. */
const withoutProblemsOfBills = (errors: FormErrors): FormErrors =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => !path.startsWith('bills.')));

const typedParts = (amounts: Values['amounts']) =>
  Object.entries(amounts)
    .map(([id, amount]) => ({ bill_id: Number(id), amount: typedPounds(amount) }))
    .filter(({ amount }) => !['', '0', '0.00'].includes(amount));

/** The default allocation. */
function useDefaultChoice(): Settles {
  const found = useQuery(purchasingRules);
  return found.data?.settle_oldest_first === false ? 'on_account' : 'oldest';
}
