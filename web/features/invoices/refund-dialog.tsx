import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import type { BodySent } from '#domain/kernel/call';
import { formatPounds, poundsFromPence } from '#domain/kernel/money';
import { formatQuantity } from '#domain/kernel/quantity';
import { type ReturnedGoods, returnedGoods, returnedGoodsNames } from '#domain/sales/sale-state';
import { type SaleDetail, type SaleLine, sales } from '#domain/sales/sale.contract';
import {
  refundableSaleOf,
  tendersOf,
  type RefundOption,
  type RefundOptions,
} from '#domain/sales/refund-options';
import { tenderName } from '../../platform/payment-names';
import '../../ui/dialog-lines.css';
import { request } from '../../platform/api';
import { newClientId } from '../../platform/client-id';
import type { Column } from '../../ui/data-table';
import { DataTable } from '../../ui/data-table';
import { MoneyInput, QuantityInput } from '../../ui/figure-inputs';
import { type ContractForm, Form, useContractForm } from '../../ui/form';
import { GuardedDialog } from '../../ui/guarded-dialog';
import { Money } from '../../ui/money';
import { typedPounds, typedQuantity } from '../../ui/typed-figures';
import { useApproval } from '../tills';
import { refundOf, refundSums, refundOptionsFor } from './refund-sums';
import { useFirstDrawer, useOpenTills } from './use-open-tills';

type Values = {
  reason: string;
  by: RefundOption | '';
  session_id: string;
  /** The amount counts while the customer keeps the goods, else the quantity. */
  lines: { line_number: number; quantity: string; amount: string; goods: ReturnedGoods }[];
};
type Props = { sale: SaleDetail; onClose: () => void; onDone: (message: string) => void };

/** Refunds items at the price paid, or an amount where the customer keeps them, to the original payment methods by default. */
export function RefundDialog({ sale, onClose, onDone }: Props) {
  const tills = useOpenTills();
  const firstDrawer = useFirstDrawer();
  const [clientId] = useState(newClientId);
  const approval = useApproval();
  // The lines of when it was opened: the sale is read again meanwhile, and what is entered stays with its line.
  const [offeredLines] = useState(() =>
    sale.lines.filter(line => line.refundable_quantity > 0).map(({ line_number }) => line_number),
  );
  const rows = sale.lines.filter(({ line_number }) => offeredLines.includes(line_number));
  const options = (values: Values) =>
    refundOptionsFor(sale, refundSums(sale, typedLines(values)).due, tills === undefined || tills.length > 0);
  const form = useContractForm<Values, SaleDetail>({
    schema: z.preprocess(
      values => ({ ...(values as Values), by: chosenOf(values as Values, options(values as Values)) }),
      sales.refund.body
        .pick({ reason: true })
        .loose()
        .extend({ by: z.string().min(1, 'Choose how to refund it.') }),
    ),
    initial: {
      reason: '',
      by: 'as_paid',
      session_id: '',
      lines: offeredLines.map(line_number => ({ line_number, quantity: '', amount: '', goods: 'stock' })),
    },
    send: async (values, idempotencyKey) => {
      const body = refundBody(sale, values, { clientId, firstDrawer: await firstDrawer() });
      return approval.withApproval(clientId, approvals =>
        refundWith(sale, { ...body, approvals: [...approvals] }, idempotencyKey),
      );
    },
    onDone: saved => onDone(`Refund recorded as credit note ${saved.credit_notes.at(-1)?.number ?? ''}.`),
    failure: 'The refund could not be recorded.',
  });
  const field = form.form.getInputProps;
  const offered = options(form.form.values);
  const by = chosenOf(form.form.values, offered);
  return (
    <GuardedDialog onClose={onClose} title={`Refund ${sale.number}`} size={760}>
      <Form isDocument form={form} submitLabel="Refund" onCancel={onClose}>
        <div className="dialog-lines">
          <DataTable
            label="Items to return"
            rows={rows}
            rowKey={line => line.line_number}
            columns={columnsOf(form, rows)}
          />
        </div>
        {form.form.errors.lines && <p className="line-problem">{form.form.errors.lines}</p>}
        <div className="form-columns">
          <TextInput className="form-wide" label="Reason" required maxLength={200} {...field('reason')} />
          <PayBackField form={form} options={offered} by={by} />
          {tills && tills.length > 1 && (
            <NativeSelect
              label="Cash from till"
              data={tills.map(({ session, name }) => ({ value: String(session), label: name }))}
              {...field('session_id')}
            />
          )}
        </div>
        <Sums sale={sale} values={form.form.values} by={by} />
      </Form>
      {approval.dialog}
    </GuardedDialog>
  );
}

type Setting = { readonly clientId: string; readonly firstDrawer: number | undefined };

type RefundLines = BodySent<typeof sales.refund>['lines'];

/** The refund to send. Cash comes out of the chosen drawer. */
function refundBody(sale: SaleDetail, values: Values, { clientId, firstDrawer }: Setting) {
  const { gross, due } = refundSums(sale, typedLines(values));
  const tenders = values.by === '' ? [] : tendersOf(refundableSaleOf(sale), due, values.by);
  const drawer = values.session_id === '' ? firstDrawer : Number(values.session_id);
  return {
    client_id: clientId,
    session_id: tenders.some(({ method }) => method === 'cash') ? (drawer ?? null) : null,
    reason: values.reason,
    lines: typedLines(values).flatMap(({ line_number, quantity, amount, goods }): RefundLines => {
      if (goods === 'kept') return amount === '' ? [] : [{ line_number, amount, goods }];
      return quantity === '' ? [] : [{ line_number, quantity, goods }];
    }),
    expected_total: poundsFromPence(gross),
    tenders: tenders.map(({ method, amount }) => ({ method, amount: poundsFromPence(amount) })),
  };
}

const refundWith = (sale: SaleDetail, body: BodySent<typeof sales.refund>, idempotencyKey: string) =>
  request(sales.refund, { params: { id: sale.id }, body, idempotencyKey, shownInPlace: true });

function PayBackField({
  form,
  options,
  by,
}: {
  form: ContractForm<Values>;
  options: RefundOptions;
  by: RefundOption | '';
}) {
  return (
    <NativeSelect
      label="Refund to"
      description={
        options.asPaidReason && `The original payment method is not available. ${options.asPaidReason}`
      }
      {...form.form.getInputProps('by')}
      data={[
        ...(by === '' ? [{ value: '', label: 'Choose a method' }] : []),
        ...options.offered.map(value => ({ value, label: refundOptionName(value) })),
      ]}
      value={by}
    />
  );
}

const refundOptionName = (option: RefundOption) => {
  if (option === 'as_paid') return 'Original payment method';
  return option === 'wallet' ? 'Wallet' : tenderName(option);
};

/** The chosen method while it is offered. Another one is never chosen for the user. */
const chosenOf = ({ by }: Values, { offered }: RefundOptions) => offered.find(option => option === by) ?? '';

const typedLines = ({ lines }: Values) =>
  lines.map(line => ({
    ...line,
    quantity: typedQuantity(line.quantity),
    amount: typedPounds(line.amount),
  }));

function Sums({ sale, values, by }: { sale: SaleDetail; values: Values; by: RefundOption | '' }) {
  const { cleared, due } = refundSums(sale, typedLines(values));
  const back = by === '' ? [] : tendersOf(refundableSaleOf(sale), due, by);
  const words = [
    ...(cleared > 0 ? [`Taken off balance due ${formatPounds(cleared)}`] : []),
    ...back.map(({ method, amount }) => `${tenderName(method)} ${formatPounds(amount)}`),
  ];
  return (
    <p className="refund-due figures" role="status">
      {words.length > 0
        ? words.join(' · ')
        : due > 0
          ? `${formatPounds(due)} to refund`
          : 'Enter what is being returned or refunded'}
    </p>
  );
}

const columnsOf = ({ form }: ContractForm<Values>, rows: readonly SaleLine[]): Column<SaleLine>[] => {
  const placeOf = ({ line_number }: SaleLine) =>
    form.values.lines.findIndex(entered => entered.line_number === line_number);
  const isKept = (line: SaleLine) => form.values.lines[placeOf(line)]?.goods === 'kept';
  const focus = (line: SaleLine) => (rows[0] === line ? { 'data-autofocus': true } : {});
  return [
    { header: 'Item', cell: line => <span className="dialog-line-name">{line.description}</span> },
    {
      header: 'Refundable',
      align: 'end',
      cell: line => (
        <span className="figures">
          {isKept(line) ? formatPounds(line.refundable) : formatQuantity(line.refundable_quantity)}
        </span>
      ),
    },
    {
      header: 'Returning now',
      cell: line =>
        isKept(line) ? (
          <MoneyInput
            aria-label={`Amount to refund: ${line.description}`}
            {...focus(line)}
            {...form.getInputProps(`lines.${placeOf(line)}.amount`)}
          />
        ) : (
          <QuantityInput
            aria-label={`Returning now: ${line.description}`}
            {...focus(line)}
            {...form.getInputProps(`lines.${placeOf(line)}.quantity`)}
          />
        ),
    },
    {
      header: 'Goods',
      cell: line => (
        <NativeSelect
          aria-label={`Where ${line.description} goes after return`}
          data={returnedGoods.options.map(value => ({ value, label: returnedGoodsNames[value] }))}
          {...form.getInputProps(`lines.${placeOf(line)}.goods`)}
        />
      ),
    },
    {
      header: 'Refund',
      align: 'end',
      cell: line => {
        const entered = typedLines(form.values)[placeOf(line)];
        const amount = entered ? refundOf(line, entered) : null;
        return amount === null ? '—' : <Money pence={amount} />;
      },
    },
  ];
};
