import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodySent, ReplyOf } from '#domain/kernel/call';
import { formatPounds, type Pence, poundsFromPence } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { type PaymentMethod, paymentMethodNames } from '#domain/payments/payment.status';
import { type OrderDetail, type OrderRow } from '#domain/purchase-orders/purchase-order.contract';
import { methodsOffered } from '../../platform/payment-names';
import { request } from '../../platform/api';
import { ApiError } from '../../platform/api-error';
import { type Column, DataTable } from '../../ui/table/data-table';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { type ContractForm, Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { Money } from '../../ui/money';
import { penceOrZero, typedPounds } from '../../ui/form/typed-figures';
import { DatedFields, today } from '../../ui/form/dated-fields';
import '../../ui/lines/dialog-lines.css';
import { unpaidOrders } from './purchase-orders.queries';
import { filled, sending, type SentLines, validating } from '../../ui/lines/sent-lines';

type Payment = ReplyOf<typeof payments.create>;
type Values = {
  supplier_id: number;
  direction: 'out' | 'in';
  payment_date: string;
  date_reason: string;
  amount: string;
  payment_method: PaymentMethod;
  status: 'completed' | 'pending';
  reference_number: string;
  notes: string;
  /** This order, and the supplier's other orders on request. */
  allocations: { purchase_order_id: number; po_number: string; open: Pence; amount: string }[];
  confirm_excess: boolean;
};
type Props = {
  order: OrderDetail;
  direction: 'out' | 'in';
  onClose: () => void;
  onDone: (message: string) => void;
};

const isMoney = (text: string) => !['', '0.00'].includes(typedPounds(text));

/** Records a payment for one or several orders, before or after the bill, or a refund (rules P4, P5, W4). */
export function PaySupplierDialog({ order, direction, onClose, onDone }: Props) {
  const proposed = proposedFor(order, direction);
  // Refused for an order that someone else paid meanwhile, which may be more than is known here.
  const [isRefused, setRefused] = useState(false);
  const form = useContractForm<Values, Payment>({
    schema: validating(payments.create.body, sentOf, 'allocations'),
    initial: {
      supplier_id: order.supplier.id,
      direction,
      payment_date: today(),
      date_reason: '',
      amount: proposed,
      payment_method: 'bank_transfer',
      status: 'completed',
      reference_number: '',
      notes: '',
      allocations: [
        {
          purchase_order_id: order.id,
          po_number: order.po_number,
          open: order.outstanding_amount,
          amount: proposed,
        },
      ],
      confirm_excess: false,
    },
    send: (values, idempotencyKey) =>
      sending(
        sentOf(values),
        body => request(payments.create, { body, idempotencyKey, shownInPlace: true }),
        'allocations',
      ).catch((error: unknown) => {
        if (isOfAllocation(error)) setRefused(true);
        throw error;
      }),
    onDone: payment => onDone(doneWords(payment)),
    failure: 'The payment could not be recorded.',
  });
  const isOut = form.form.values.direction === 'out';
  return (
    <GuardedDialog
      onClose={onClose}
      title={isOut ? `Pay ${order.supplier.name}` : `Refund from ${order.supplier.name}`}
      size={760}
    >
      <Form
        isDocument
        form={form}
        submitLabel={isOut ? 'Record payment' : 'Record refund'}
        onCancel={onClose}
      >
        <PaymentFields form={form} order={order} />
        <Allocations form={form} order={order} />
        <Excess form={form} isRefused={isRefused} />
      </Form>
    </GuardedDialog>
  );
}

/** What is outstanding, or what was paid above what the order costs by now. */
function proposedFor({ outstanding_amount, paid_amount }: OrderDetail, direction: Values['direction']) {
  const due = direction === 'out' ? outstanding_amount : Math.min(paid_amount, 0 - outstanding_amount);
  return due > 0 ? poundsFromPence(due) : '';
}

function PaymentFields({ form: { form }, order }: { form: ContractForm<Values>; order: OrderDetail }) {
  const field = form.getInputProps;
  const isOut = form.values.direction === 'out';
  return (
    <div className="form-columns">
      <MoneyInput
        label="Amount"
        required
        data-autofocus
        description={
          isOut
            ? `${formatPounds(order.outstanding_amount)} is outstanding on ${order.po_number}`
            : `${formatPounds(order.paid_amount)} is paid on ${order.po_number}`
        }
        {...field('amount')}
        onChange={amount => {
          form.setFieldValue('amount', amount);
          // With a single order, all of the money is allocated to it.
          if (form.values.allocations.length === 1) form.setFieldValue('allocations.0.amount', amount);
        }}
      />
      <NativeSelect
        label="Direction"
        description="Payment or refund"
        data={[
          { value: 'out', label: 'We pay the supplier' },
          { value: 'in', label: 'The supplier refunds us' },
        ]}
        {...field('direction')}
      />
      <NativeSelect
        label="Method"
        data={methodsOffered().map(value => ({ value, label: paymentMethodNames[value] }))}
        {...field('payment_method')}
      />
      <NativeSelect
        label="Status"
        data={[
          { value: 'completed', label: 'Completed' },
          { value: 'pending', label: 'Pending' },
        ]}
        {...field('status')}
      />
      <DatedFields form={form} name="payment_date" label="Payment date" />
      <TextInput label="Reference" maxLength={100} {...field('reference_number')} />
      <Textarea className="form-wide" label="Notes" rows={2} maxLength={2000} {...field('notes')} />
    </div>
  );
}

/** Allocates the money to orders. The supplier's other outstanding orders are added on request. */
function Allocations({ form: { form }, order }: { form: ContractForm<Values>; order: OrderDetail }) {
  const { allocations } = form.values;
  const { others, leftOut } = useOpenOrders(order);
  const isSpread = allocations.length > 1;
  const spread = (spreadOverAll: boolean) => {
    const [own] = allocations;
    if (!own) return;
    const more = spreadOverAll ? others.map(other => ({ ...allocationOf(other), amount: '' })) : [];
    form.setFieldValue('allocations', [
      spreadOverAll ? own : { ...own, amount: form.values.amount },
      ...more,
    ]);
  };
  return (
    <>
      {(isSpread || form.values.direction === 'out') && others.length > 0 && (
        <Checkbox
          label={`Split across ${others.length === 1 ? 'another order' : `${others.length} more orders`} with this supplier`}
          checked={isSpread}
          onChange={event => spread(event.currentTarget.checked)}
        />
      )}
      {isSpread && (
        <div className="dialog-lines">
          <DataTable
            label="Orders to pay"
            rows={allocations}
            rowKey={row => row.purchase_order_id}
            columns={allocationColumns(form, allocations)}
          />
          {leftOut > 0 && (
            <p className="dialog-note">
              {`The oldest unpaid orders are shown; ${leftOut.toLocaleString('en-GB')} later ${leftOut === 1 ? 'one is' : 'ones are'} not. Pay ${leftOut === 1 ? 'it' : 'them'} with another payment.`}
            </p>
          )}
        </div>
      )}
      {form.errors.allocations && <p className="line-problem">{form.errors.allocations}</p>}
    </>
  );
}

const allocationColumns = (
  { getInputProps }: UseFormReturnType<Values>,
  rows: Values['allocations'],
): Column<Values['allocations'][number]>[] => [
  { header: 'Order', cell: row => <span className="figures">{row.po_number}</span> },
  { header: 'Outstanding', align: 'end', cell: row => <Money pence={row.open} /> },
  {
    header: 'Allocate',
    cell: row => (
      <MoneyInput
        aria-label={`Allocate to ${row.po_number}`}
        {...getInputProps(`allocations.${rows.indexOf(row)}.amount`)}
      />
    ),
  },
];

/**
 * A payment above the outstanding amount needs confirming; the rest stays as credit with the supplier (rule
 * P5).
 */
function Excess({ form: { form }, isRefused }: { form: ContractForm<Values>; isRefused: boolean }) {
  const { direction, amount, allocations, confirm_excess } = form.values;
  if (direction === 'in') return null;
  const settled = allocations.reduce(
    (sum, row) => sum + Math.min(penceOrZero(row.amount), Math.max(0, row.open)),
    0,
  );
  const excess = penceOrZero(amount) - settled;
  if (excess <= 0 && !isRefused && !confirm_excess) return null;
  const what = excess > 0 ? `the unallocated ${formatPounds(excess)}` : 'what the orders do not need';
  return (
    <Checkbox
      label={`Keep ${what} as credit with the supplier`}
      {...form.getInputProps('confirm_excess', { type: 'checkbox' })}
    />
  );
}

const isOfAllocation = (error: unknown): boolean =>
  error instanceof ApiError &&
  Object.keys(error.errors).some(path => /^allocations\.\d+\.amount$/.test(path));

const allocationOf = (order: OrderRow) => ({
  purchase_order_id: order.id,
  po_number: order.po_number,
  open: order.outstanding_amount,
});

/** The supplier's other orders to pay, and how many more there are. */
function useOpenOrders(order: OrderDetail): { others: readonly OrderRow[]; leftOut: number } {
  const { data } = useQuery(unpaidOrders(order.supplier.id));
  const found = data?.data ?? [];
  return {
    others: found.filter(other => other.id !== order.id),
    leftOut: (data?.total ?? 0) - found.length,
  };
}

function sentOf(values: Values): SentLines<BodySent<typeof payments.create>> {
  const { allocations, amount, ...rest } = values;
  const sent = filled(
    allocations,
    row => isMoney(row.amount),
    ({ purchase_order_id, amount: part }) => ({ purchase_order_id, amount: typedPounds(part) }),
  );
  return { body: { ...rest, amount: typedPounds(amount), allocations: sent.lines }, places: sent.places };
}

function doneWords(payment: Payment): string {
  const what = payment.direction === 'out' ? 'Payment' : 'Refund';
  const number = payment.number === null ? '' : ` ${payment.number}`;
  const state = payment.status === 'pending' ? 'is pending' : 'recorded';
  const unallocated = payment.amount - payment.allocated_amount;
  const credit =
    unallocated > 0 && payment.direction === 'out'
      ? ` ${formatPounds(unallocated)} is kept as credit with the supplier.`
      : '';
  return `${what}${number} of ${formatPounds(payment.amount)} ${state}.${credit}`;
}
