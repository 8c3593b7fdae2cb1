import { Alert } from '@mantine/core';
import { Info } from 'lucide-react';
import { formatPounds } from '#domain/kernel/money';
import type { ExpenseDetail } from '#domain/expenses/expense.contract';

/** Why it cannot proceed, or its outcome, if the buttons do not show it. */
export function ExpenseHints({ expense }: { expense: ExpenseDetail }) {
  const words = wordsOf(expense);
  if (words === null) return null;
  return (
    <Alert
      role="note"
      color="gray"
      variant="light"
      mb={12}
      icon={<Info size={18} />}
      styles={{ message: { color: 'var(--mantine-color-text)' } }}
    >
      {words}
    </Alert>
  );
}

function wordsOf({ status, can, rejected, cancelled, owed_back }: ExpenseDetail): string | null {
  if (status === 'cancelled') {
    const words = `Cancelled by ${cancelled?.by ?? ''}: ${cancelled?.reason ?? ''}`;
    return owed_back > 0 ? `${words}. ${formatPounds(owed_back)} has not been returned yet.` : words;
  }
  if (status === 'rejected') return `Rejected by ${rejected?.by ?? ''}: ${rejected?.reason ?? ''}`;
  if (status === 'draft' && !can.submit.allowed) return can.submit.reason ?? null;
  if (status === 'submitted' && !can.approve.allowed) return 'Waiting for approval.';
  return null;
}
