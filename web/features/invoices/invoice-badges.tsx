import {
  type PaymentState,
  paymentStateNames,
  type SaleStatus,
  saleStatusNames,
} from '#domain/sales/sale-state';
import { Badge, type Tone } from '../../ui/badge';
import { Outstanding } from '../../ui/money';

const saleTones: Readonly<Record<SaleStatus, Tone>> = {
  completed: 'success',
  partially_refunded: 'warning',
  refunded: 'secondary',
  cancelled: 'danger',
  undone: 'secondary',
};
const paymentTones: Readonly<Record<PaymentState, Tone>> = {
  paid: 'success',
  part_paid: 'info',
  unpaid: 'warning',
  overdue: 'danger',
};

export const SaleBadge = ({ status }: { status: SaleStatus }) => (
  <Badge tone={saleTones[status]}>{saleStatusNames[status]}</Badge>
);
export const PaymentBadge = ({ state }: { state: PaymentState }) => (
  <Badge tone={paymentTones[state]}>{paymentStateNames[state]}</Badge>
);

/** In a column: a dash for a cancelled sale. */
export const paymentCell = ({ payment_state: state }: Pick<Owed, 'payment_state'>) =>
  state === null ? '—' : <PaymentBadge state={state} />;

type Owed = { readonly outstanding: number; readonly payment_state: PaymentState | null };

/** What is owed on an invoice of a list. */
export const InvoiceOutstanding = ({ sale: { outstanding, payment_state } }: { sale: Owed }) =>
  outstanding === 0 ? '—' : <Outstanding pence={outstanding} isOverdue={payment_state === 'overdue'} />;
