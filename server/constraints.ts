import { bulkEmailConstraints } from './features/bulk-emails';
import { customerConstraints } from './features/customers';
import { employeeConstraints } from './features/employees';
import { expenseConstraints } from './features/expenses';
import { sampleDataConstraints } from './features/get-started';
import { inboxConstraints } from './features/inbox';
import { listViewConstraints } from './features/list-views';
import { masterConstraints } from './features/masters';
import { noteConstraints } from './features/notes';
import { paymentConstraints } from './features/payments';
import { deviceConstraints } from './features/pos';
import { priceConstraints } from './features/prices';
import { purchaseConstraints } from './features/purchase-orders';
import { quoteConstraints } from './features/quotes';
import { saleConstraints } from './features/sales';
import { historyConstraints } from './features/sales-history';
import { reportConstraints } from './features/saved-reports';
import { sessionConstraints } from './features/session';
import { adjustmentConstraints } from './features/stock';
import { stockCountConstraints } from './features/stock-counts';
import { registerConstraints } from './features/tills';
import { userConstraints } from './features/users';
import { vatAdjustmentConstraints } from './features/vat-adjustments';
import { vatReturnConstraints } from './features/vat-returns';
import { walletConstraints } from './features/wallet';
import { approvalConstraints } from './kernel/approvals';
import { numberConstraints } from './kernel/documents';
import { ledgerConstraints } from './kernel/ledger';
import { notificationConstraints } from './kernel/notifications';
import { partyConstraints } from './kernel/parties';
import { stockConstraints } from './kernel/stock';
import { tillConstraints } from './kernel/tills';
import type { ConstraintWords } from './platform/http/constraint-words';

/** Every feature's messages for the database's constraints. */
export const allConstraints: readonly ConstraintWords[] = [
  bulkEmailConstraints,
  customerConstraints,
  employeeConstraints,
  expenseConstraints,
  inboxConstraints,
  sampleDataConstraints,
  listViewConstraints,
  masterConstraints,
  noteConstraints,
  paymentConstraints,
  deviceConstraints,
  priceConstraints,
  purchaseConstraints,
  quoteConstraints,
  saleConstraints,
  historyConstraints,
  reportConstraints,
  sessionConstraints,
  adjustmentConstraints,
  stockCountConstraints,
  registerConstraints,
  userConstraints,
  vatAdjustmentConstraints,
  vatReturnConstraints,
  walletConstraints,
  approvalConstraints,
  numberConstraints,
  ledgerConstraints,
  notificationConstraints,
  partyConstraints,
  stockConstraints,
  tillConstraints,
];
