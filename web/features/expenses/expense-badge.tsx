import { type ExpenseStatus, expenseStatusNames } from '#domain/expenses/expense.status';
import { Badge, type Tone } from '../../ui/badge';

const tones: Readonly<Record<ExpenseStatus, Tone>> = {
  draft: 'secondary',
  submitted: 'info',
  approved: 'warning',
  paid: 'success',
  rejected: 'danger',
  cancelled: 'secondary',
};

export const ExpenseBadge = ({ status }: { status: ExpenseStatus }) => (
  <Badge tone={tones[status]}>{expenseStatusNames[status]}</Badge>
);
