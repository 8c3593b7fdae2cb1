import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { memo } from 'react';
import { formatQuantity } from '#domain/kernel/quantity';
import { type Column, DataTable } from '../../ui/table/data-table';
import { type EditedLines, useEditedLines, useLineField } from '../../ui/lines/edited-lines';
import { MoneyInput, QuantityInput } from '../../ui/form/figure-inputs';
import { type LineStore, useLine } from '../../ui/lines/line-store';
import { LinesStatus } from '../../ui/lines/lines-status';
import { pastedRowsWords, pastedVatCode, placeByPath, withCells } from '../../ui/lines/pasted-lines';
import { typedPounds, typedQuantity } from '../../ui/form/typed-figures';
import { useLinePaste } from '../../ui/lines/use-line-paste';
import { LineAccountSelect, useReadVatRates, vatOptions } from '../supplier-documents';
import { type Billable, type BilledLine, expectedOf, keyOf, placeholderOf } from './billed-lines';
import { LineName } from './line-name';
import '../../ui/lines/dialog-lines.css';

type Props = {
  form: Pick<UseFormReturnType<Record<string, unknown>>, 'errors' | 'setErrors'>;
  rows: readonly Billable[];
  lines: LineStore<BilledLine>;
};
type FieldProps = { row: Billable; edited: EditedLines<BilledLine> };

/** The columns that take pasted cells, from the first. */
const pasteColumns = ['quantity', 'net', 'vat_code', 'vat'] as const;

/** The lines of a bill for an order. Rows of a spreadsheet fill them, in the order's order. */
export function BillLines({ form, rows, lines }: Props) {
  const edited = useEditedLines(form, lines);
  const maxLines = rows.length;
  const readVatRates = useReadVatRates();
  const paste = useLinePaste(form, {
    lines,
    placeOf: field => placeByPath(field, pasteColumns),
    isFound: () => true,
    fill: async (cells, at) => {
      // "5%" is a code only once the rates are known.
      const vatChoices = vatOptions(await readVatRates());
      const filled = withCells<BilledLine, (typeof pasteColumns)[number]>(lines.lines(), cells, at, {
        columns: pasteColumns,
        maxLines,
        changesOf: (_line, name, text) => {
          if (name === 'quantity') return { quantity: typedQuantity(text) };
          if (name !== 'vat_code') return { [name]: typedPounds(text) };
          const code = pastedVatCode(text, vatChoices);
          return code === null ? {} : { vat_code: code };
        },
      });
      return { ...filled, namesRecords: false };
    },
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
        words={last => pastedRowsWords(last, { document: 'this bill', maxLines })}
      />
    </>
  );
}

/** A key renders only the fields of its own line (finding F11). */
const Rows = memo(function Rows({ rows, edited }: Pick<Props, 'rows'> & Pick<FieldProps, 'edited'>) {
  return (
    <DataTable
      label="Lines billed"
      rows={rows}
      rowKey={({ line }) => line.id}
      columns={billColumns(edited)}
    />
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
