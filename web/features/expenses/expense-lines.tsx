import type { ExpenseDetail, ExpenseLine } from '#domain/expenses/expense.contract';
import { formatPercent } from '#domain/kernel/percent';
import { vatCodeNames } from '#domain/kernel/vat';
import { useIsVatRegistered } from '../../platform/company-status';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';

/** The lines of an expense. */
export function ExpenseLines({ expense }: { expense: ExpenseDetail }) {
  const isRegistered = useIsVatRegistered(expense.expense_date);
  return (
    <Card title="Lines" flush>
      <LongTable
        label="Lines"
        rows={expense.lines}
        rowKey={line => line.id}
        columns={expense.vat === 0 && !isRegistered ? columnsWithoutVat : columns}
        empty="No lines yet."
      />
    </Card>
  );
}

const columns: readonly Column<ExpenseLine>[] = [
  {
    header: 'Category',
    cell: line => (
      <div className="expense-cell">
        <span className="expense-words">{line.category.name}</span>
        {line.description && <span className="expense-aside">{line.description}</span>}
      </div>
    ),
  },
  {
    header: 'VAT',
    cell: line => (
      <div className="expense-cell">
        <span>{line.vat_percent > 0 ? formatPercent(line.vat_percent) : vatCodeNames[line.vat_code]}</span>
        {line.vat > 0 && !line.vat_recoverable && <span className="expense-aside">Not reclaimable</span>}
      </div>
    ),
  },
  { header: 'Net', align: 'end', cell: line => <Money pence={line.net} /> },
  { header: 'VAT amount', align: 'end', cell: line => <Money pence={line.vat} /> },
  { header: 'Gross', align: 'end', cell: line => <Money pence={line.gross} /> },
];

/** If the business is not registered, the gross is the cost (rule V2). */
const columnsWithoutVat: readonly Column<ExpenseLine>[] = [
  ...columns.slice(0, 1),
  { header: 'Amount', align: 'end', cell: line => <Money pence={line.gross} /> },
];
