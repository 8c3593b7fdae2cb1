import { ReceiptText } from 'lucide-react';
import { formatPounds } from '#domain/kernel/money';
import type { WaitingExpense } from '#domain/tills/waiting-expense';
import { useAccess } from '../../platform/access';
import { TextLink } from '../../ui/links';
import { DrawerWarning } from './drawer-warning';

type Props = { expenses: readonly WaitingExpense[]; isClosed: boolean };

/** Lists expenses paid from the drawer whose cash is still expected, because no one has approved them yet. */
export function WaitingExpenses({ expenses, isClosed }: Props) {
  const canSee = useAccess().can('view_expense');
  if (expenses.length === 0) return null;
  return (
    <DrawerWarning title="Expenses waiting for approval" icon={<ReceiptText size={18} />}>
      {expenses.map(({ id, number, amount }) => (
        <div key={id}>
          {canSee ? (
            <TextLink to="/expenses/$id" params={{ id: String(id) }}>
              {number}
            </TextLink>
          ) : (
            number
          )}
          , {formatPounds(amount)} in cash from this till.
        </div>
      ))}
      {isClosed
        ? 'Once approved, they go into a late sales session and make up for the shortage.'
        : 'Have them approved before you close the till. Until then their cash is expected in the drawer and counts as missing.'}
    </DrawerWarning>
  );
}
