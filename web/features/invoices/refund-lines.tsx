import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { memo } from 'react';
import { formatPounds } from '#domain/kernel/money';
import { formatQuantity } from '#domain/kernel/quantity';
import { type ReturnedGoods, returnedGoods, returnedGoodsNames } from '#domain/sales/sale-state';
import type { SaleLine } from '#domain/sales/sale.contract';
import { type Column, DataTable } from '../../ui/table/data-table';
import { type EditedLines, useEditedLines, useLineField } from '../../ui/lines/edited-lines';
import { MoneyInput, QuantityInput } from '../../ui/form/figure-inputs';
import { type LineStore, useLine } from '../../ui/lines/line-store';
import { Money } from '../../ui/money';
import { LinesStatus } from '../../ui/lines/lines-status';
import { isAlike, pastedRowsWords, placeByPath, withCells } from '../../ui/lines/pasted-lines';
import { typedPounds, typedQuantity } from '../../ui/form/typed-figures';
import { useLinePaste } from '../../ui/lines/use-line-paste';
import { refundOf } from './refund-sums';
import '../../ui/lines/dialog-lines.css';

/** What comes back of a line as entered: the amount counts while the customer keeps the goods, else the quantity. */
export type ReturnValues = {
  key: string;
  line_number: number;
  quantity: string;
  amount: string;
  goods: ReturnedGoods;
};

export const blankReturn = ({ line_number }: SaleLine): ReturnValues => ({
  key: String(line_number),
  line_number,
  quantity: '',
  amount: '',
  goods: 'stock',
});

/** As it would be sent. */
export const typedReturn = (line: ReturnValues) => ({
  ...line,
  quantity: typedQuantity(line.quantity),
  amount: typedPounds(line.amount),
});

const pasteColumns = ['quantity', 'goods'] as const;

type Props = {
  form: Pick<UseFormReturnType<Record<string, unknown>>, 'errors' | 'setErrors'>;
  rows: readonly SaleLine[];
  lines: LineStore<ReturnValues>;
};

/** The items of a refund. Rows of a spreadsheet fill them, in the order of the sale. */
export function RefundLines({ form, rows, lines }: Props) {
  const edited = useEditedLines(form, lines);
  const maxLines = rows.length;
  const paste = useLinePaste(form, {
    lines,
    placeOf: field => placeByPath(field, pasteColumns) ?? placeByPath(field, ['amount']),
    isFound: () => true,
    fill: (cells, at) => ({
      ...withCells<ReturnValues, (typeof pasteColumns)[number]>(lines.lines(), cells, at, {
        columns: pasteColumns,
        maxLines,
        changesOf: changesOfCell,
      }),
      namesRecords: false,
    }),
  });
  return (
    <>
      <div className="dialog-lines" onPaste={paste.onPaste}>
        <Rows rows={rows} edited={edited} />
      </div>
      <LinesStatus
        form={form}
        lines={lines}
        paste={paste}
        words={last => pastedRowsWords(last, { document: 'this refund', maxLines })}
      />
    </>
  );
}

function changesOfCell(
  line: ReturnValues,
  name: (typeof pasteColumns)[number],
  text: string,
): Partial<ReturnValues> {
  if (name === 'quantity')
    return line.goods === 'kept' ? { amount: typedPounds(text) } : { quantity: typedQuantity(text) };
  const goods = returnedGoods.options.find(value => isAlike(returnedGoodsNames[value], text));
  return goods ? { goods } : {};
}

type FieldProps = { row: SaleLine; isFirst: boolean; edited: EditedLines<ReturnValues> };

/** A key renders only the cells of its own line (finding F11). */
const Rows = memo(function Rows({ rows, edited }: Pick<Props, 'rows'> & Pick<FieldProps, 'edited'>) {
  return (
    <DataTable
      label="Items to return"
      rows={rows}
      rowKey={line => line.line_number}
      columns={columnsOf(rows, edited)}
    />
  );
});

const columnsOf = (rows: readonly SaleLine[], edited: FieldProps['edited']): Column<SaleLine>[] => {
  const field = (row: SaleLine): FieldProps => ({ row, isFirst: rows[0] === row, edited });
  return [
    { header: 'Item', cell: line => <span className="dialog-line-name">{line.description}</span> },
    { header: 'Refundable', align: 'end', cell: line => <Refundable {...field(line)} /> },
    { header: 'Returning now', cell: line => <ReturnField {...field(line)} /> },
    { header: 'Goods', cell: line => <GoodsField {...field(line)} /> },
    { header: 'Refund', align: 'end', cell: line => <Refunded {...field(line)} /> },
  ];
};

const keyOf = ({ line_number }: SaleLine): string => String(line_number);

function Refundable({ row, edited }: FieldProps) {
  const isKept = useLine(edited.lines, keyOf(row))?.goods === 'kept';
  return (
    <span className="figures">
      {isKept ? formatPounds(row.refundable) : formatQuantity(row.refundable_quantity)}
    </span>
  );
}

function ReturnField({ row, isFirst, edited }: FieldProps) {
  const isKept = useLine(edited.lines, keyOf(row))?.goods === 'kept';
  const field = useLineField(edited, keyOf(row), isKept ? 'amount' : 'quantity');
  const focus = isFirst ? { 'data-autofocus': true } : {};
  return isKept ? (
    <MoneyInput aria-label={`Amount to refund: ${row.description}`} {...focus} {...field} />
  ) : (
    <QuantityInput aria-label={`Returning now: ${row.description}`} {...focus} {...field} />
  );
}

function GoodsField({ row, edited }: FieldProps) {
  const field = useLineField(edited, keyOf(row), 'goods');
  return (
    <NativeSelect
      aria-label={`Where ${row.description} goes after return`}
      data={returnedGoods.options.map(value => ({ value, label: returnedGoodsNames[value] }))}
      {...field}
      onChange={event => field.onChange(event.currentTarget.value)}
    />
  );
}

function Refunded({ row, edited }: FieldProps) {
  const line = useLine(edited.lines, keyOf(row));
  const amount = line ? refundOf(row, typedReturn(line)) : null;
  return amount === null ? '—' : <Money pence={amount} />;
}
