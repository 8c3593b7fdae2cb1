import { NativeSelect } from '@mantine/core';
import { memo } from 'react';
import { formatQuantity } from '#domain/kernel/quantity';
import { type Column, DataTable } from '../../ui/data-table';
import { type EditedLines, useLineField } from '../../ui/edited-lines';
import { MoneyInput, QuantityInput } from '../../ui/figure-inputs';
import { useLine } from '../../ui/line-store';
import { LineAccountSelect, vatOptions } from '../supplier-documents';
import { type Billable, type BilledLine, expectedOf, keyOf, placeholderOf } from './billed-lines';
import { LineName } from './line-name';

type Props = { lines: readonly Billable[]; edited: EditedLines<BilledLine> };
type FieldProps = { row: Billable; edited: EditedLines<BilledLine> };

/** The lines of a bill. A key renders only the fields of its own line (finding F11). */
export const BillLines = memo(function BillLines({ lines, edited }: Props) {
  return (
    <div className="dialog-lines">
      <DataTable
        label="Lines billed"
        rows={lines}
        rowKey={({ line }) => line.id}
        columns={billColumns(edited)}
      />
    </div>
  );
});

const billColumns = (edited: EditedLines<BilledLine>): Column<Billable>[] => [
  {
    header: 'Item',
    cell: row => (
      <>
        <LineName line={row.line} />
        {row.line.product === null && <AccountField row={row} edited={edited} />}
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
  { header: 'On this bill', cell: row => <QuantityField row={row} edited={edited} /> },
  {
    header: 'Net as printed',
    cell: row => <AmountField row={row} edited={edited} name="net" label="Net as printed" />,
  },
  { header: 'VAT code', kind: 'code', cell: row => <VatCodeField row={row} edited={edited} /> },
  {
    header: 'VAT as printed',
    cell: row => <AmountField row={row} edited={edited} name="vat" label="VAT as printed" />,
  },
];

const Figure = ({ quantity }: { quantity: number }) => (
  <span className="figures">{formatQuantity(quantity)}</span>
);

const QuantityField = ({ row, edited }: FieldProps) => (
  <QuantityInput
    aria-label={`Billed now: ${row.line.description}`}
    onFocus={event => event.currentTarget.select()}
    {...useLineField(edited, keyOf(row), 'quantity')}
  />
);

/** Blank is the amount that follows from what was received. */
function AmountField({ row, edited, name, label }: FieldProps & { name: 'net' | 'vat'; label: string }) {
  const field = useLineField(edited, keyOf(row), name);
  const typed = useLine(edited.lines, keyOf(row));
  return (
    <MoneyInput
      aria-label={`${label}: ${row.line.description}`}
      placeholder={placeholderOf(expectedOf(row, typed)?.[name])}
      {...field}
    />
  );
}

/** The order's code may be wrong; the bill says what is right. */
function VatCodeField({ row, edited }: FieldProps) {
  const field = useLineField(edited, keyOf(row), 'vat_code');
  return (
    <NativeSelect
      aria-label={`VAT code: ${row.line.description}`}
      data={vatOptions(row.rates)}
      {...field}
      onChange={event => field.onChange(event.currentTarget.value)}
    />
  );
}

function AccountField({ row, edited }: FieldProps) {
  const field = useLineField(edited, keyOf(row), 'account');
  return (
    <LineAccountSelect
      aria-label={`Account of ${row.line.description}`}
      {...(row.line.account === null ? {} : { none: 'As ordered' })}
      {...field}
      onChange={event => field.onChange(event.currentTarget.value)}
    />
  );
}
