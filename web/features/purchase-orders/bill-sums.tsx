import { Checkbox } from '@mantine/core';
import { formatPounds } from '#domain/kernel/money';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import type { ContractForm } from '../../ui/form';
import { type LineStore, useLines } from '../../ui/line-store';
import { MissingVatNumber } from '../supplier-documents';
import { amountsOf, type Billable, type BilledLine } from './billed-lines';

/** A variance above this needs confirming. In pence. */
const noticeable = 100;

type Props<Values> = {
  form: ContractForm<Values>;
  lines: readonly Billable[];
  billed: LineStore<BilledLine>;
  supplier: OrderDetail['supplier'];
};

/** The bill as entered, compared with the order's prices. */
export function BillSums<Values extends { accept_difference: boolean; bill_date: string }>({
  form: { form },
  lines,
  billed,
  supplier,
}: Props<Values>) {
  const typedLines = useLines(billed);
  const sums = lines.map((row, index) => amountsOf(row, typedLines[index]));
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
      <MissingVatNumber supplier={supplier} vat={sumOf('vat')} billDate={form.values.bill_date} />
      {(Math.abs(difference) > noticeable ||
        form.errors.accept_difference ||
        form.values.accept_difference) && (
        <Checkbox
          label={`The bill is correct: accept the variance${difference === 0 ? '' : ` of ${formatPounds(difference)}`}`}
          {...form.getInputProps('accept_difference' as never, { type: 'checkbox' })}
        />
      )}
    </>
  );
}
