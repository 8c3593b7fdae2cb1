import { Button, Checkbox, Group, Textarea, TextInput } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import type { BodySent } from '#domain/kernel/call';
import { formatQuantity, positiveQuantity, textFromQuantity } from '#domain/kernel/quantity';
import { type OrderDetail, type OrderLine, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { request } from '../../platform/api';
import { newClientId } from '../../platform/client-id';
import { type Column, DataTable } from '../../ui/table/data-table';
import { type EditedLines, useEditedLines, useLineField } from '../../ui/lines/edited-lines';
import { QuantityInput } from '../../ui/form/figure-inputs';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { createLineStore, type LineStore } from '../../ui/lines/line-store';
import { useOutsideLines } from '../../ui/form/outside-values';
import { typedQuantity } from '../../ui/form/typed-figures';
import { DatedFields, today } from '../../ui/form/dated-fields';
import '../../ui/lines/dialog-lines.css';
import { useApproval } from '../tills';
import { LineName } from './line-name';
import { ScanField } from './scan-field';
import { filled, sending, type SentLines, validating } from '../../ui/lines/sent-lines';

type Counted = { key: string; line_id: number; quantity: string };
type Values = {
  business_date: string;
  date_reason: string;
  delivery_note: string;
  notes: string;
  close_short: boolean;
  accept_over_receipt: boolean;
  lines: Counted[];
};

type Props = {
  order: OrderDetail;
  /** Only this line is proposed; others can be added. */
  lineId?: number | undefined;
  onClose: () => void;
  onDone: (message: string, order: OrderDetail) => void;
};

/** Receives goods: everything outstanding, or the quantities counted, entered or scanned (rules P2, P3). */
export function ReceiveGoodsDialog({ order, lineId, onClose, onDone }: Props) {
  const lines = useOpenedLines(order);
  // The order may change behind the dialog: these are the quantities that were proposed in it.
  const [offered, offer] = useState(() => countedOf(lines, line => proposed(line, lineId)));
  const [counted] = useState(() => createLineStore(offered));
  const [clientId] = useState(newClientId);
  const approval = useApproval();
  const form = useContractForm<Values, OrderDetail>({
    schema: validating(purchases.receive.body, sentOf),
    initial: {
      business_date: today(),
      date_reason: '',
      delivery_note: '',
      notes: '',
      close_short: false,
      accept_over_receipt: false,
      lines: [],
    },
    outside: useOutsideLines(counted),
    send: (values, idempotencyKey) =>
      sending(sentOf(values), body =>
        approval.withApproval(clientId, approvals =>
          request(purchases.receive, {
            params: { id: order.id },
            body: { ...body, client_id: clientId, approvals: [...approvals] },
            idempotencyKey,
            shownInPlace: true,
          }),
        ),
      ),
    onDone: saved => onDone(doneWords(order, saved), saved),
    failure: 'The goods could not be received.',
  });
  const edited = useEditedLines(form.form, counted);
  const fill = (quantityOf: (line: OrderLine) => string) => {
    counted.set(countedOf(lines, quantityOf));
    form.form.clearFieldError('lines');
  };
  return (
    <>
      <FormDialog
        title={`Receive goods for ${order.po_number}`}
        size={760}
        isDocument
        form={form}
        submitLabel="Receive goods"
        onClose={onClose}
      >
        <ScanField
          supplierId={order.supplier.id}
          lines={lines}
          quantityOf={index => counted.lines()[index]?.quantity ?? ''}
          onCount={(index, quantity) => edited.change(counted.keys()[index] ?? '', { quantity })}
          onStart={() => fill(line => countedFor(line, counted, offered))}
        />
        <ReceiveLines lines={lines} edited={edited} />
        {form.form.errors.lines && <p className="line-problem">{form.form.errors.lines}</p>}
        <FillButtons
          onFill={() => {
            fill(line => proposed(line, undefined));
            offer([...counted.lines()]);
          }}
          onClear={() => fill(() => '')}
        />
        <DeliveryFields form={form.form} lines={lines} counted={counted} />
      </FormDialog>
      {approval.dialog}
    </>
  );
}

const FillButtons = ({ onFill, onClear }: { onFill: () => void; onClear: () => void }) => (
  <Group gap={8}>
    <Button variant="default" size="xs" onClick={onFill}>
      Fill outstanding quantities
    </Button>
    <Button variant="default" size="xs" onClick={onClear}>
      Clear quantities
    </Button>
  </Group>
);

/** The lines that the dialog opened with, because what is counted is known by their places, with the figures of now. */
function useOpenedLines(order: OrderDetail): readonly OrderLine[] {
  const [opened] = useState(() => order.lines.filter(line => !line.is_closed));
  return useMemo(
    () => opened.map(line => order.lines.find(({ id }) => id === line.id) ?? line),
    [opened, order],
  );
}

type Fields = ReturnType<typeof useContractForm<Values, OrderDetail>>['form'];

type DeliveryProps = {
  form: Fields;
  lines: readonly OrderLine[];
  counted: LineStore<Counted>;
};

/** Of the delivery as a whole. Whether to accept more than was ordered is asked once such a quantity was refused. */
function DeliveryFields({ form, lines, counted }: DeliveryProps) {
  const field = form.getInputProps;
  const isRefused =
    Object.keys(form.errors).some(path => path.endsWith('.quantity')) &&
    lines.some((line, index) => isMore(line, counted.lines()[index]?.quantity ?? ''));
  return (
    <>
      <div className="form-columns">
        <DatedFields form={form} name="business_date" label="Received on" />
        <TextInput label="Delivery note number" maxLength={100} {...field('delivery_note')} />
        <Textarea className="form-wide" label="Notes" rows={2} maxLength={2000} {...field('notes')} />
      </div>
      <Checkbox
        label="Close short: cancel the remaining quantity"
        {...field('close_short', { type: 'checkbox' })}
      />
      {(isRefused || form.values.accept_over_receipt) && (
        <Checkbox
          label="More arrived than was ordered: receive it"
          description="Needs the approval of someone who may approve purchase orders."
          {...field('accept_over_receipt', { type: 'checkbox' })}
        />
      )}
    </>
  );
}

type LinesProps = { lines: readonly OrderLine[]; edited: EditedLines<Counted> };

/** A key renders only the field it is typed into (finding F11). */
const ReceiveLines = memo(function ReceiveLines({ lines, edited }: LinesProps) {
  return (
    <div className="dialog-lines">
      <DataTable
        label="Items to receive"
        rows={lines}
        rowKey={line => line.id}
        columns={receiveColumns(edited)}
      />
    </div>
  );
});

const receiveColumns = (edited: EditedLines<Counted>): Column<OrderLine>[] => [
  { header: 'Item', cell: line => <LineName line={line} /> },
  {
    header: 'Ordered',
    align: 'end',
    cell: line => <span className="figures">{formatQuantity(line.quantity)}</span>,
  },
  {
    header: 'Received',
    align: 'end',
    cell: line => <span className="figures">{formatQuantity(line.received)}</span>,
  },
  { header: 'Unit', cell: line => <span className="figures">{line.unit}</span> },
  { header: 'Receive now', cell: line => <ReceiveNow line={line} edited={edited} /> },
];

function ReceiveNow({ line, edited }: { line: OrderLine; edited: EditedLines<Counted> }) {
  const key = keyOf(line);
  const field = useLineField(edited, key, 'quantity');
  // The line is no longer on the order.
  const gone = edited.errors[`lines.${edited.lines.placeOf(key)}.line_id`];
  return (
    <QuantityInput
      aria-label={`Receive now: ${line.description}`}
      {...(edited.lines.placeOf(key) === 0 ? { 'data-autofocus': true } : {})}
      onFocus={event => event.currentTarget.select()}
      {...field}
      error={field.error ?? gone}
    />
  );
}

const keyOf = (line: OrderLine): string => String(line.id);
const countedOf = (lines: readonly OrderLine[], quantityOf: (line: OrderLine) => string): Counted[] =>
  lines.map(line => ({ key: keyOf(line), line_id: line.id, quantity: quantityOf(line) }));

const proposed = (line: OrderLine, lineId: number | undefined): string =>
  line.outstanding > 0 && (lineId === undefined || line.id === lineId)
    ? textFromQuantity(line.outstanding)
    : '';

/** Text that is no quantity is wrong for another reason. */
function isMore(line: OrderLine, typed: string): boolean {
  const parsed = positiveQuantity.safeDecode(typedQuantity(typed));
  return parsed.success && parsed.data > line.outstanding;
}

/** A quantity that was typed stays; a proposed one was never counted. Both have the lines that the dialog opened with. */
function countedFor(line: OrderLine, counted: LineStore<Counted>, offered: readonly Counted[]): string {
  const place = counted.placeOf(keyOf(line));
  const quantity = counted.lines()[place]?.quantity ?? '';
  return quantity === offered[place]?.quantity ? '' : quantity;
}

function sentOf({ lines, ...rest }: Values): SentLines<BodySent<typeof purchases.receive>> {
  const sent = filled(
    lines,
    ({ quantity }) => !['', '0'].includes(typedQuantity(quantity)),
    ({ line_id, quantity }) => ({ line_id, quantity: typedQuantity(quantity) }),
  );
  return { body: { ...rest, lines: sent.lines }, places: sent.places };
}

function doneWords(before: OrderDetail, after: OrderDetail): string {
  const existing = new Set(before.receipts.map(({ id }) => id));
  const note = after.receipts.find(({ id }) => !existing.has(id));
  const isDone = after.status === 'completed' ? ' The order is completed.' : '';
  return `Goods received${note ? ` as ${note.number}` : ''}.${isDone}`;
}
