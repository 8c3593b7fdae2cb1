import { Checkbox, TextInput } from '@mantine/core';
import { memo, useState } from 'react';
import type { BodySent, ReplyOf } from '#domain/kernel/call';
import { formatDate } from '#domain/kernel/dates';
import { formatQuantity } from '#domain/kernel/quantity';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { request } from '../../platform/api';
import { type Column, DataTable } from '../../ui/table/data-table';
import { type EditedLines, useEditedLines, useLineField } from '../../ui/lines/edited-lines';
import { MoneyInput, QuantityInput } from '../../ui/form/figure-inputs';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { createLineStore } from '../../ui/lines/line-store';
import { useOutsideLines } from '../../ui/form/outside-values';
import { typedPounds, typedQuantity } from '../../ui/form/typed-figures';
import { DocumentDate } from '../supplier-documents';
import { today } from '../../ui/form/dated-fields';
import '../../ui/lines/dialog-lines.css';
import { filled, sending, type SentLines, validating } from '../../ui/lines/sent-lines';

type ReturnedLine = {
  key: string;
  receipt_line_id: number;
  quantity: string;
  credit_net: string;
  credit_vat: string;
};
type Values = {
  business_date: string;
  date_reason: string;
  reason: string;
  supplier_credit_number: string;
  accept_difference: boolean;
  lines: ReturnedLine[];
};
type Receipt = ReplyOf<typeof purchases.get>['receipts'][number];
type Returnable = Receipt['lines'][number] & { readonly receipt: Receipt };

type Props = {
  order: OrderDetail;
  /** The order line to return; all lines when omitted. */
  lineId?: number | undefined;
  onClose: () => void;
  onDone: (message: string, order: OrderDetail) => void;
};

/** Returns goods to the supplier by receipt; the billed part is credited (rule I6). */
export function ReturnGoodsDialog({ order, lineId, onClose, onDone }: Props) {
  // As it was when the form opened: once the return is saved without an answer, nothing of it is left to return.
  const [rows] = useState(() => returnableOf(order, lineId));
  const [returned] = useState(() => createLineStore(rows.map(returnedLineOf)));
  const form = useContractForm<Values, OrderDetail>({
    schema: validating(purchases.return.body, sentOf),
    initial: {
      business_date: today(),
      date_reason: '',
      reason: '',
      supplier_credit_number: '',
      accept_difference: false,
      lines: [],
    },
    outside: useOutsideLines(returned),
    send: (values, idempotencyKey) =>
      sending(sentOf(values), body =>
        request(purchases.return, { params: { id: order.id }, body, idempotencyKey, shownInPlace: true }),
      ),
    onDone: saved => onDone(doneWords(order, saved), saved),
    failure: 'The return could not be recorded.',
  });
  const edited = useEditedLines(form.form, returned);
  const field = form.form.getInputProps;
  return (
    <FormDialog
      title={`Return goods from ${order.po_number}`}
      size={920}
      isDocument
      form={form}
      submitLabel="Return goods"
      onClose={onClose}
    >
      <ReturnLines rows={rows} edited={edited} />
      {rows.some(isBilled) && (
        <p className="dialog-note">
          The supplier credits what was billed. If it charges a restocking fee, enter the amounts on its
          credit note.
        </p>
      )}
      {form.form.errors.lines && <p className="line-problem">{form.form.errors.lines}</p>}
      <div className="form-columns">
        <TextInput className="form-wide" label="Reason" required maxLength={300} {...field('reason')} />
        <DocumentDate form={form.form} name="business_date" label="Returned on" />
        <TextInput
          label="Supplier’s credit note number"
          description="If you already have one"
          maxLength={60}
          {...field('supplier_credit_number')}
        />
      </div>
      {(form.form.errors.accept_difference || form.form.values.accept_difference) && (
        <Checkbox
          label="The supplier credits more than it billed: accept the difference"
          {...field('accept_difference', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  );
}

type LinesProps = { rows: readonly Returnable[]; edited: EditedLines<ReturnedLine> };

/** A key renders only the field it is typed into (finding F11). */
const ReturnLines = memo(function ReturnLines({ rows, edited }: LinesProps) {
  return (
    <div className="dialog-lines">
      <DataTable
        label="Items to return"
        rows={rows}
        rowKey={row => row.id}
        columns={returnColumns(rows, edited)}
      />
    </div>
  );
});

const returnColumns = (
  rows: readonly Returnable[],
  edited: EditedLines<ReturnedLine>,
): Column<Returnable>[] => [
  { header: 'Item', cell: row => <span className="dialog-line-name">{row.description}</span> },
  {
    header: 'Goods receipt',
    cell: ({ receipt }) => (
      <span className="figures">
        {receipt.number}, {formatDate(receipt.business_date)}
      </span>
    ),
  },
  {
    header: 'Returnable',
    align: 'end',
    cell: row => <span className="figures">{formatQuantity(row.returnable)}</span>,
  },
  {
    header: 'Return now',
    cell: row => <ReturnNow row={row} edited={edited} isFirst={rows[0] === row} />,
  },
  ...(rows.some(isBilled) ? creditColumns(edited) : []),
];

/** Whether part of the returnable quantity is billed: only that is credited. */
const isBilled = (row: Returnable) => row.returnable > row.unbilled;

const creditColumns = (edited: EditedLines<ReturnedLine>): Column<Returnable>[] =>
  (
    [
      ['credit_net', 'Net credited'],
      ['credit_vat', 'VAT credited'],
    ] as const
  ).map(([name, header]) => ({
    header,
    cell: row => (isBilled(row) ? <Credited row={row} edited={edited} name={name} label={header} /> : '—'),
  }));

type FieldProps = { row: Returnable; edited: EditedLines<ReturnedLine> };

const ReturnNow = ({ row, edited, isFirst }: FieldProps & { isFirst: boolean }) => (
  <QuantityInput
    aria-label={`Return now: ${row.description}, ${row.receipt.number}`}
    {...(isFirst ? { 'data-autofocus': true } : {})}
    {...useLineField(edited, String(row.id), 'quantity')}
  />
);

type CreditedProps = FieldProps & { name: 'credit_net' | 'credit_vat'; label: string };

const Credited = ({ row, edited, name, label }: CreditedProps) => (
  <MoneyInput
    aria-label={`${label}: ${row.description}, ${row.receipt.number}`}
    placeholder="As billed"
    {...useLineField(edited, String(row.id), name)}
  />
);

const returnableOf = (order: OrderDetail, lineId: number | undefined): Returnable[] =>
  order.receipts.flatMap(receipt =>
    receipt.lines
      .filter(line => line.returnable > 0 && (lineId === undefined || line.order_line_id === lineId))
      .map(line => ({ ...line, receipt })),
  );

const returnedLineOf = ({ id }: Returnable): ReturnedLine => ({
  key: String(id),
  receipt_line_id: id,
  quantity: '',
  credit_net: '',
  credit_vat: '',
});

function sentOf({ lines, ...rest }: Values): SentLines<BodySent<typeof purchases.return>> {
  const sent = filled(
    lines,
    ({ quantity }) => !['', '0'].includes(typedQuantity(quantity)),
    ({ receipt_line_id, quantity, credit_net, credit_vat }) => ({
      receipt_line_id,
      quantity: typedQuantity(quantity),
      ...(credit_net.trim() === '' ? {} : { credit_net: typedPounds(credit_net) }),
      ...(credit_vat.trim() === '' ? {} : { credit_vat: typedPounds(credit_vat) }),
    }),
  );
  return { body: { ...rest, lines: sent.lines }, places: sent.places };
}

function doneWords(before: OrderDetail, after: OrderDetail): string {
  const existing = new Set(before.returns.map(({ id }) => id));
  const created = after.returns.find(({ id }) => !existing.has(id));
  if (!created) return 'Goods returned.';
  return created.credit_number
    ? `Goods returned as ${created.number}, credited by ${created.credit_number}.`
    : `Goods returned as ${created.number}.`;
}
