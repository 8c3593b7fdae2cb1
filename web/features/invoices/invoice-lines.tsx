import { formatQuantity } from '#domain/kernel/quantity';
import type { SaleDetail, SaleLine } from '#domain/sales/sale.contract';
import type { Column } from '../../ui/table/data-table';
import { Money } from '../../ui/money';
import { PricedLines } from '../../ui/lines/priced-lines';

/** The lines sold, with prices, VAT rates and the quantity still refundable. */
export const InvoiceLines = ({ sale }: { sale: SaleDetail }) => (
  <PricedLines lines={sale.lines} totals={sale} more={columnsOf(sale)} empty="This sale has no lines." />
);

const columnsOf = (sale: SaleDetail): readonly Column<SaleLine>[] => [
  ...(sale.lines.some(line => line.cost !== undefined)
    ? [
        {
          header: 'Cost',
          align: 'end',
          cell: line => <Money pence={line.cost ?? 0} />,
        } satisfies Column<SaleLine>,
      ]
    : []),
  {
    header: 'Refundable',
    align: 'end',
    cell: line => (
      <span className="figures">
        {line.refundable_quantity === line.quantity ? 'All' : formatQuantity(line.refundable_quantity)}
      </span>
    ),
  },
];
