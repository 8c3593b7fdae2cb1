import { Checkbox } from '@mantine/core';
import { formatPounds } from '#domain/kernel/money';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { FootTotals } from '../../ui/lines/document-foot';
import type { ContractForm } from '../../ui/form/form';
import { type LineStore, useLines } from '../../ui/lines/line-store';
import { MissingVatNumber } from '../supplier-documents';
import { amountsOf, type Billable, type BilledLine } from './billed-lines';

/** A variance above this needs confirming. In pence. */
const noticeable = 100;

type SumsProps = { rows: readonly Billable[]; lines: LineStore<BilledLine> };

/** The totals of the bill as entered. */
function useBillSums({ rows, lines }: SumsProps) {
  const typed = useLines(lines);
  const amounts = rows.map((row, index) => amountsOf(row, typed[index]));
  const sumOf = (part: 'net' | 'vat' | 'expected') => amounts.reduce((all, line) => all + line[part], 0);
  return { net: sumOf('net'), vat: sumOf('vat'), difference: sumOf('net') - sumOf('expected') };
}

/** The totals, and how the bill differs from the prices of the goods received. */
export function BillSums(props: SumsProps) {
  const { net, vat, difference } = useBillSums(props);
  return (
    <FootTotals
      main="gross"
      totals={[
        { part: 'variance', name: 'Variance from goods received', total: difference },
        { part: 'net', name: 'Net', total: net },
        { part: 'vat', name: 'VAT', total: vat },
        { part: 'gross', name: 'Bill total', total: net + vat },
      ]}
    />
  );
}

type Props<Values> = SumsProps & {
  form: ContractForm<Values>;
  supplier: OrderDetail['supplier'];
};

/** What has to be confirmed before the bill is recorded. */
export function BillVariance<Values extends { accept_difference: boolean; bill_date: string }>({
  form: { form },
  supplier,
  ...ofBill
}: Props<Values>) {
  const { vat, difference } = useBillSums(ofBill);
  return (
    <>
      <MissingVatNumber supplier={supplier} vat={vat} billDate={form.values.bill_date} />
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
