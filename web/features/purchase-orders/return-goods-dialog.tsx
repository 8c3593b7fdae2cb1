import { Modal, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { BodySent, ReplyOf } from '#domain/kernel/call';
import { formatDate } from '#domain/kernel/dates';
import { formatQuantity } from '#domain/kernel/quantity';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { request } from '../../platform/api';
import { type Column, DataTable } from '../../ui/data-table';
import { MoneyInput, QuantityInput } from '../../ui/figure-inputs';
import { type ContractForm, Form, useContractForm } from '../../ui/form';
import { typedPounds, typedQuantity } from '../../ui/typed-figures';
import { DocumentDate } from '../supplier-documents';
import { today } from './dated-fields';
import '../../ui/dialog-lines.css';
import { filled, sending, type SentLines, validating } from './sent-lines';

type Values = {
  business_date: string;
  date_reason: string;
  reason: string;
  supplier_credit_number: string;
  lines: { receipt_line_id: number; quantity: string; credit_net: string; credit_vat: string }[];
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
  const rows: Returnable[] = order.receipts.flatMap(receipt =>
    receipt.lines
      .filter(line => line.returnable > 0 && (lineId === undefined || line.order_line_id === lineId))
      .map(line => ({ ...line, receipt })),
  );
  const form = useContractForm<Values, OrderDetail>({
    schema: validating(purchases.return.body, sentOf),
    initial: {
      business_date: today(),
      date_reason: '',
      reason: '',
      supplier_credit_number: '',
      lines: rows.map(({ id }) => ({ receipt_line_id: id, quantity: '', credit_net: '', credit_vat: '' })),
    },
    send: (values, idempotencyKey) =>
      sending(sentOf(values), body =>
        request(purchases.return, { params: { id: order.id }, body, idempotencyKey, shownInPlace: true }),
      ),
    onDone: saved => onDone(doneWords(order, saved), saved),
    failure: 'The return could not be recorded.',
  });
  const field = form.form.getInputProps;
  return (
    <Modal
      opened
      onClose={() => form.busy || onClose()}
      title={`Return goods from ${order.po_number}`}
      size={920}
    >
      <Form isDocument form={form} submitLabel="Return goods" onCancel={onClose}>
        <ReturnLines form={form} rows={rows} />
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
      </Form>
    </Modal>
  );
}

function ReturnLines({ form: { form }, rows }: { form: ContractForm<Values>; rows: readonly Returnable[] }) {
  return (
    <div className="dialog-lines">
      <DataTable
        label="Items to return"
        rows={rows}
        rowKey={row => row.id}
        columns={returnColumns(form, rows)}
      />
    </div>
  );
}

const returnColumns = (
  { getInputProps }: UseFormReturnType<Values>,
  rows: readonly Returnable[],
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
    cell: row => (
      <QuantityInput
        aria-label={`Return now: ${row.description}, ${row.receipt.number}`}
        {...(rows[0] === row ? { 'data-autofocus': true } : {})}
        {...getInputProps(`lines.${rows.indexOf(row)}.quantity`)}
      />
    ),
  },
  ...(rows.some(isBilled) ? creditColumns({ getInputProps }, rows) : []),
];

/** Whether part of the returnable quantity is billed: only that is credited. */
const isBilled = (row: Returnable) => row.returnable > row.unbilled;

const creditColumns = (
  { getInputProps }: Pick<UseFormReturnType<Values>, 'getInputProps'>,
  rows: readonly Returnable[],
): Column<Returnable>[] =>
  (
    [
      ['credit_net', 'Net credited'],
      ['credit_vat', 'VAT credited'],
    ] as const
  ).map(([name, header]) => ({
    header,
    cell: row =>
      isBilled(row) ? (
        <MoneyInput
          aria-label={`${header}: ${row.description}, ${row.receipt.number}`}
          placeholder="As billed"
          {...getInputProps(`lines.${rows.indexOf(row)}.${name}`)}
        />
      ) : (
        '—'
      ),
  }));

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
