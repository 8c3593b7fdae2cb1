import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Plus, Trash2 } from 'lucide-react';
import { formatPounds, poundsFromPence } from '#domain/kernel/money';
import { type VatCode, vatOn } from '#domain/kernel/vat';
import { type Column, DataTable } from '../../ui/data-table';
import { MoneyInput } from '../../ui/figure-inputs';
import { RowAction } from '../../ui/row-action';
import { parsePounds, penceOrZero, typedPounds } from '../../ui/typed-figures';
import '../../ui/dialog-lines.css';
import { useAccountOptions } from './account-options';
import { useVatRates, vatOptions } from './vat-rates';

export type LineValues = {
  description: string;
  account: string;
  net: string;
  vat: string;
  vat_code: VatCode;
};
export const emptyLine: LineValues = { description: '', account: '', net: '', vat: '', vat_code: 'S' };

type Rates = ReturnType<typeof useVatRates>;
type Props<Values extends { lines: LineValues[] }> = {
  form: UseFormReturnType<Values>;
  rates: Rates;
  /** No VAT is printed; the VAT to account for is shown instead (rule V28). */
  isReverseCharge: boolean;
  /** The label of a line without an account; when omitted, an account is required. */
  noAccount?: string | undefined;
};

/** The lines of a supplier document: account, net and VAT as printed. */
export function DocumentLines<Values extends { lines: LineValues[] }>({
  form,
  rates,
  isReverseCharge,
  noAccount,
}: Props<Values>) {
  const accounts = useAccountOptions(noAccount ?? 'Choose an account');
  const { lines } = form.values;
  const total = totalOf(lines, rates, isReverseCharge);
  return (
    <>
      <div className="dialog-lines">
        <DataTable
          label="Lines"
          rows={lines}
          rowKey={row => lines.indexOf(row)}
          columns={lineColumns(form, accounts, { rates, isReverseCharge })}
        />
      </div>
      {form.errors.lines && <p className="line-problem">{form.errors.lines}</p>}
      <Button
        variant="default"
        leftSection={<Plus size={16} />}
        onClick={() => form.insertListItem('lines' as never, { ...emptyLine } as never)}
      >
        Add line
      </Button>
      <dl className="dialog-sums" aria-live="polite">
        <div>
          <dt>{isReverseCharge ? 'Total excluding VAT' : 'Total including VAT'}</dt>
          <dd className="figures">{formatPounds(total)}</dd>
        </div>
      </dl>
    </>
  );
}

type Options = readonly { value: string; label: string }[];

function lineColumns<Values extends { lines: LineValues[] }>(
  form: UseFormReturnType<Values>,
  accounts: Options,
  { rates, isReverseCharge }: { rates: Rates; isReverseCharge: boolean },
): Column<LineValues>[] {
  const { lines } = form.values;
  const field = (row: LineValues, name: keyof LineValues) =>
    form.getInputProps(`lines.${lines.indexOf(row)}.${name}` as never);
  const named = (row: LineValues, label: string) => `${label} of line ${lines.indexOf(row) + 1}`;
  return [
    {
      header: 'Description',
      minWidth: '220px',
      cell: row => (
        <TextInput aria-label={named(row, 'Description')} maxLength={300} {...field(row, 'description')} />
      ),
    },
    {
      header: 'Account',
      cell: row => (
        <NativeSelect aria-label={named(row, 'Account')} data={[...accounts]} {...field(row, 'account')} />
      ),
    },
    { header: 'Net', cell: row => <MoneyInput aria-label={named(row, 'Net')} {...field(row, 'net')} /> },
    {
      header: 'VAT code',
      kind: 'code',
      cell: row => (
        <NativeSelect
          aria-label={named(row, 'VAT code')}
          data={vatOptions(rates)}
          {...field(row, 'vat_code')}
        />
      ),
    },
    isReverseCharge
      ? {
          header: 'VAT you account for',
          align: 'end',
          cell: row => (
            <span>
              {formatPounds(penceOrZero(vatOf(row, rates)))}
              {form.getInputProps(`lines.${lines.indexOf(row)}.vat` as never).error}
            </span>
          ),
        }
      : {
          header: 'VAT as printed',
          cell: row => (
            <MoneyInput
              aria-label={named(row, 'VAT as printed')}
              placeholder={vatOf(row, rates)}
              {...field(row, 'vat')}
            />
          ),
        },
    removalColumn(lines, index => form.removeListItem('lines' as never, index)),
  ];
}

const removalColumn = (
  lines: readonly LineValues[],
  onRemove: (index: number) => void,
): Column<LineValues> => ({
  header: 'Actions',
  kind: 'actions',
  align: 'end',
  cell: row =>
    lines.length > 1 && (
      <RowAction
        label="Remove line"
        of={String(lines.indexOf(row) + 1)}
        icon={Trash2}
        onClick={() => onRemove(lines.indexOf(row))}
      />
    ),
});

/** The VAT on the net, until the printed VAT is entered. */
function vatOf({ net, vat_code }: LineValues, rates: Rates): string {
  const pence = parsePounds(net);
  return pence === null ? '0.00' : poundsFromPence(vatOn(pence, rates.get(vat_code) ?? 0));
}
const vatTyped = (line: LineValues, rates: Rates) =>
  line.vat.trim() === '' ? vatOf(line, rates) : typedPounds(line.vat);

export const totalOf = (lines: readonly LineValues[], rates: Rates, isReverseCharge: boolean): number =>
  lines.reduce(
    (sum, line) => sum + penceOrZero(line.net) + (isReverseCharge ? 0 : penceOrZero(vatTyped(line, rates))),
    0,
  );

/** The lines for the request. */
export const sentLines = (lines: readonly LineValues[], rates: Rates, isReverseCharge: boolean) =>
  lines.map(line => ({
    ...line,
    net: typedPounds(line.net),
    vat: isReverseCharge ? '0.00' : vatTyped(line, rates),
  }));
