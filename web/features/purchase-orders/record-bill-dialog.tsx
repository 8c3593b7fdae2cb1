import { Checkbox, Modal, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { BodySent } from '#domain/kernel/call';
import { formatPounds, money, type Pence, poundsFromPence, toPence } from '#domain/kernel/money';
import { formatQuantity, positiveQuantity, type Quantity, textFromQuantity } from '#domain/kernel/quantity';
import { take } from '#domain/kernel/take';
import { vatOn } from '#domain/kernel/vat';
import { type OrderDetail, type OrderLine, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { request } from '../../platform/api';
import { type Column, DataTable } from '../../ui/data-table';
import { MoneyInput, QuantityInput } from '../../ui/figure-inputs';
import { type ContractForm, Form, useContractForm } from '../../ui/form';
import { typedPounds, typedQuantity } from '../../ui/typed-figures';
import { today } from './dated-fields';
import '../../ui/dialog-lines.css';
import { DocumentDate, LineAccountSelect } from '../supplier-documents';
import { LineName } from './line-name';
import { filled, sending, type SentLines, validating } from './sent-lines';
import { DateInput } from '../../ui/date-input';

type LineValues = { line_id: number; quantity: string; net: string; vat: string; account: string };
type Values = {
  supplier_bill_number: string;
  bill_date: string;
  date_reason: string;
  due_on: string;
  accept_difference: boolean;
  lines: LineValues[];
};
type Props = {
  order: OrderDetail;
  onClose: () => void;
  onDone: (message: string, order: OrderDetail) => void;
};

/** A variance above this needs confirming. In pence. */
const noticeable = 100;

/**
 * Records the supplier bill against the ordered and received quantities: the three-way match (rules V18,
 * I11).
 */
export function RecordBillDialog({ order, onClose, onDone }: Props) {
  const lines = billableOf(order);
  const form = useContractForm<Values, OrderDetail>({
    schema: validating(purchases.bill.body, sentOf),
    initial: {
      supplier_bill_number: '',
      bill_date: today(),
      date_reason: '',
      due_on: '',
      accept_difference: false,
      lines: lines.map(({ line, unbilled }) => ({
        line_id: line.id,
        quantity: textFromQuantity(unbilled),
        net: '',
        vat: '',
        account: line.account ?? '',
      })),
    },
    send: (values, idempotencyKey) =>
      sending(sentOf(values), body =>
        request(purchases.bill, { params: { id: order.id }, body, idempotencyKey, shownInPlace: true }),
      ),
    onDone: saved => onDone('Bill recorded.', saved),
    failure: 'The bill could not be recorded.',
  });
  const field = form.form.getInputProps;
  return (
    <Modal
      opened
      onClose={() => form.busy || onClose()}
      title={`Record a bill for ${order.po_number}`}
      size={920}
    >
      <Form isDocument form={form} submitLabel="Record bill" onCancel={onClose}>
        <div className="form-columns">
          <TextInput
            className="form-wide"
            label="Supplier’s bill number"
            required
            maxLength={60}
            data-autofocus
            {...field('supplier_bill_number')}
          />
          <DocumentDate
            form={form.form}
            name="bill_date"
            label="Bill date"
            receivedOn={lastReceiptOf(order)}
          />
          <DateInput label="Due date (blank for supplier terms)" {...field('due_on')} />
        </div>
        <BillLines form={form} lines={lines} />
        {form.form.errors.lines && <p className="line-problem">{form.form.errors.lines}</p>}
        <BillSums form={form} lines={lines} />
      </Form>
    </Modal>
  );
}

function BillLines({ form: { form }, lines }: { form: ContractForm<Values>; lines: readonly Billable[] }) {
  return (
    <div className="dialog-lines">
      <DataTable
        label="Lines billed"
        rows={lines}
        rowKey={({ line }) => line.id}
        columns={billColumns(form, lines)}
      />
    </div>
  );
}

const billColumns = (
  { getInputProps, values }: UseFormReturnType<Values>,
  lines: readonly Billable[],
): Column<Billable>[] => [
  {
    header: 'Item',
    cell: row => (
      <>
        <LineName line={row.line} />
        {row.line.product === null && (
          <LineAccountSelect
            aria-label={`Account of ${row.line.description}`}
            {...(row.line.account === null ? {} : { none: 'As ordered' })}
            {...getInputProps(`lines.${lines.indexOf(row)}.account`)}
          />
        )}
      </>
    ),
  },
  { header: 'Ordered', align: 'end', cell: ({ line }) => <Figure quantity={line.quantity} /> },
  {
    header: 'Received',
    align: 'end',
    cell: ({ line }) => <Figure quantity={line.received - line.returned} />,
  },
  { header: 'Billed', align: 'end', cell: ({ line }) => <Figure quantity={line.billed} /> },
  {
    header: 'On this bill',
    cell: row => (
      <QuantityInput
        aria-label={`Billed now: ${row.line.description}`}
        onFocus={event => event.currentTarget.select()}
        {...getInputProps(`lines.${lines.indexOf(row)}.quantity`)}
      />
    ),
  },
  {
    header: 'Net as printed',
    cell: row => (
      <MoneyInput
        aria-label={`Net as printed: ${row.line.description}`}
        placeholder={placeholderOf(expectedOf(row, values.lines[lines.indexOf(row)])?.net)}
        {...getInputProps(`lines.${lines.indexOf(row)}.net`)}
      />
    ),
  },
  {
    header: 'VAT as printed',
    cell: row => (
      <MoneyInput
        aria-label={`VAT as printed: ${row.line.description}`}
        placeholder={placeholderOf(expectedOf(row, values.lines[lines.indexOf(row)])?.vat)}
        {...getInputProps(`lines.${lines.indexOf(row)}.vat`)}
      />
    ),
  },
];

const Figure = ({ quantity }: { quantity: number }) => (
  <span className="figures">{formatQuantity(quantity)}</span>
);

/** The bill as entered, compared with the order's prices. */
function BillSums({ form: { form }, lines }: { form: ContractForm<Values>; lines: readonly Billable[] }) {
  const sums = lines.map((row, index) => {
    const typed = form.values.lines[index];
    const expected = expectedOf(row, typed);
    if (!typed || !expected) return { net: 0, vat: 0, expected: 0 };
    return {
      net: penceOf(typed.net) ?? expected.net,
      vat: penceOf(typed.vat) ?? expected.vat,
      expected: expected.net,
    };
  });
  const sumOf = (part: 'net' | 'vat' | 'expected') => sums.reduce((all, line) => all + line[part], 0);
  const difference = sumOf('net') - sumOf('expected');
  return (
    <>
      <dl className="dialog-sums" aria-live="polite">
        {[
          ['Net', sumOf('net')],
          ['VAT', sumOf('vat')],
          ['Bill total', sumOf('net') + sumOf('vat')],
          ['Variance from goods received', difference],
        ].map(([label, pence]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figures">{formatPounds(Number(pence))}</dd>
          </div>
        ))}
      </dl>
      {(Math.abs(difference) > noticeable || form.errors.accept_difference) && (
        <Checkbox
          label={`The bill is correct: accept the variance of ${formatPounds(difference)}`}
          {...form.getInputProps('accept_difference', { type: 'checkbox' })}
        />
      )}
    </>
  );
}

/** The latest date of goods received but not yet billed. */
const lastReceiptOf = (order: OrderDetail): string | undefined =>
  order.receipts
    .filter(receipt => receipt.lines.some(line => line.unbilled > 0))
    .map(receipt => receipt.business_date)
    .toSorted()
    .at(-1);

type Billable = {
  readonly line: OrderLine;
  readonly unbilled: number;
  readonly parts: readonly ReceiptPart[];
};
type ReceiptPart = { readonly quantity: Quantity; readonly unbilled: number; readonly value: Pence };

/** Goods received but not yet billed, by line, oldest receipt first. */
const billableOf = (order: OrderDetail): Billable[] =>
  order.lines
    .map(line => {
      const parts = order.receipts
        .toSorted((one, other) => one.id - other.id)
        .flatMap(receipt => receipt.lines)
        .filter(part => part.order_line_id === line.id && part.unbilled > 0);
      return { line, parts, unbilled: parts.reduce((sum, part) => sum + part.unbilled, 0) };
    })
    .filter(({ unbilled }) => unbilled > 0);

/** The received cost of the quantity entered (rules M7, V4). Null while it is invalid. */
function expectedOf(
  { line, parts }: Billable,
  typed: LineValues | undefined,
): { net: Pence; vat: Pence } | null {
  const quantity = positiveQuantity.safeDecode(typedQuantity(typed?.quantity ?? ''));
  if (!quantity.success) return null;
  let [remaining, net] = [quantity.data as number, 0];
  for (const part of parts) {
    const share = Math.min(remaining, part.unbilled);
    net += share === 0 ? 0 : take(part.value, share, part.quantity);
    remaining -= share;
  }
  return { net: toPence(net), vat: vatOn(penceOf(typed?.net ?? '') ?? toPence(net), line.vat_percent) };
}

const penceOf = (text: string): Pence | null => {
  const parsed = money.safeDecode(typedPounds(text));
  return parsed.success ? toPence(parsed.data) : null;
};
const placeholderOf = (pence: Pence | undefined) => (pence === undefined ? '' : poundsFromPence(pence));

function sentOf({ lines, due_on, ...rest }: Values): SentLines<BodySent<typeof purchases.bill>> {
  const sent = filled(
    lines,
    ({ quantity }) => !['', '0'].includes(typedQuantity(quantity)),
    ({ line_id, quantity, net, vat, account }) => ({
      line_id,
      quantity: typedQuantity(quantity),
      ...(net.trim() === '' ? {} : { net: typedPounds(net) }),
      ...(vat.trim() === '' ? {} : { vat: typedPounds(vat) }),
      ...(account === '' ? {} : { account }),
    }),
  );
  return { body: { ...rest, ...(due_on === '' ? {} : { due_on }), lines: sent.lines }, places: sent.places };
}
