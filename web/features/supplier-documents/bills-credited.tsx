import type { UseFormReturnType } from '@mantine/form';
import { memo, type ReactNode, useCallback } from 'react';
import { formatPounds, poundsFromPence, toPence } from '#domain/kernel/money';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { type LineStore, useLines } from '../../ui/lines/line-store';
import { Money } from '../../ui/money';
import { penceOrZero, typedPounds } from '../../ui/form/typed-figures';
import { BillSearch } from './bill-search';
import { type LineValues, type LineVat, totalsOf } from './document-line-values';
import { type SupplierBill, type SupplierBills, withEntered } from './supplier-bills';

export type CreditedValues = {
  /** The bills with an amount, which stay while others are searched for. */
  entered: SupplierBill[];
  /** The amount credited to each bill, by bill id. */
  amounts: Record<string, string>;
};

/** What the credit note is of: its lines, and the bill it was opened from. */
type Source = {
  lines: LineStore<LineValues>;
  vat: LineVat;
  billId: number | undefined;
};
type Props = Source & {
  form: UseFormReturnType<CreditedValues>;
  found: SupplierBills;
  /** Those found, and those with an amount. */
  bills: readonly SupplierBill[];
};

/** The bills to credit. Anything unallocated stays on account. */
export function BillsCredited({ form, found, bills, ...source }: Props) {
  const { setFieldValue, values, errors } = form;
  const onChange = useCallback(
    (bill: SupplierBill, amount: string) => {
      setFieldValue('entered', before => withEntered(before, [bill]));
      setFieldValue('amounts', before => ({ ...before, [bill.id]: amount }));
    },
    [setFieldValue],
  );
  return (
    <>
      {bills.length > 0 && (
        <div className="dialog-lines">
          <BillTable bills={bills} amounts={values.amounts} errors={errors} onChange={onChange} {...source} />
        </div>
      )}
      <BillSearch found={found} />
      {found.bills.length === 0 && found.text !== '' && (
        <p className="dialog-note">No bills match this search.</p>
      )}
      {errors.bills && <p className="line-problem">{errors.bills}</p>}
      <Unallocated bills={bills} amounts={values.amounts} {...source} />
    </>
  );
}

type AmountProps = Source & Pick<Props, 'bills'> & Pick<CreditedValues, 'amounts'>;

/** The bills credited, while the lines are typed too. */
function useNamedBills({ bills, amounts, billId, lines, vat }: AmountProps) {
  const total = totalsOf(useLines(lines), vat).gross;
  return { total, named: namedBills(bills, amounts, { billId, total }) };
}

function Unallocated(props: AmountProps) {
  const { total, named } = useNamedBills(props);
  const unallocated = total - named.reduce((sum, { amount }) => sum + penceOrZero(amount), 0);
  return unallocated > 0 ? (
    <p className="dialog-note">{formatPounds(unallocated)} will stay on account as credit.</p>
  ) : null;
}

type TableProps = AmountProps & {
  errors: Readonly<Record<string, ReactNode>>;
  onChange: (bill: SupplierBill, amount: string) => void;
};

/** The table renders for amounts, not for keys in the lines above it (finding F11). */
const BillTable = memo(function BillTable(props: TableProps) {
  return (
    <DataTable
      label="Bills to credit"
      rows={props.bills}
      rowKey={bill => bill.id}
      columns={billColumns(props)}
    />
  );
});

function billColumns({ bills, amounts, errors, onChange, ...source }: TableProps): Column<SupplierBill>[] {
  const sent = namedBills(bills, amounts, { billId: source.billId, total: 1 }).map(({ bill_id }) => bill_id);
  const fieldOf = (bill: SupplierBill) => ({
    'aria-label': `Credited to ${bill.supplier_bill_number}`,
    value: amounts[bill.id] ?? '',
    error: errors[`bills.${sent.indexOf(bill.id)}.amount`],
    onChange: (amount: string) => onChange(bill, amount),
  });
  return [
    {
      header: 'Bill',
      cell: bill => (
        <span>
          <span className="figures">{bill.supplier_bill_number}</span>
          {bill.po_number !== null && ` for ${bill.po_number}`}
        </span>
      ),
    },
    { header: 'Date', kind: 'date', cell: bill => <Day date={bill.bill_date} /> },
    { header: 'Total', align: 'end', cell: bill => <Money pence={bill.gross} /> },
    { header: 'Outstanding', align: 'end', cell: bill => <Money pence={bill.outstanding} /> },
    {
      header: 'Credited',
      cell: bill =>
        bill.id === source.billId ? (
          <ProposedField credit={{ bills, amounts, ...source }} {...fieldOf(bill)} />
        ) : (
          <MoneyInput {...fieldOf(bill)} />
        ),
    },
  ];
}

/** The credit of the bill it was opened from. While nothing is entered, that is all of it. */
function ProposedField({
  credit,
  ...field
}: React.ComponentProps<typeof MoneyInput> & { credit: AmountProps }) {
  const { named } = useNamedBills(credit);
  const proposed = named.find(({ bill_id }) => bill_id === credit.billId);
  return <MoneyInput {...field} placeholder={proposed?.amount ?? ''} />;
}

/** The bills with an amount; the one it was opened from takes the whole credit while nothing is entered. */
export function namedBills(
  bills: readonly SupplierBill[],
  amounts: CreditedValues['amounts'],
  { billId, total }: { billId: number | undefined; total: number },
): { bill_id: number; amount: string }[] {
  const typed = bills
    .map(bill => ({ bill_id: bill.id, amount: typedPounds(amounts[bill.id] ?? '') }))
    .filter(({ amount }) => !['', '0', '0.00'].includes(amount));
  const opened = bills.find(bill => bill.id === billId);
  if (typed.length > 0 || !opened || total <= 0) return typed;
  return [{ bill_id: opened.id, amount: poundsFromPence(toPence(Math.min(total, opened.gross))) }];
}
