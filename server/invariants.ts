import { employeeInvariants, employeeNumbers } from './features/employees';
import { expenseInvariants, expenseNumbers } from './features/expenses';
import { lateCostInvariants, purchaseOrderInvariants, purchasingNumbers } from './features/purchase-orders';
import { quoteInvariants, quoteNumbers } from './features/quotes';
import { saleInvariants, saleNumbers } from './features/sales';
import { historyInvariants } from './features/sales-history';
import { stockNumbers } from './features/stock';
import { stockCountInvariants, stockCountNumbers } from './features/stock-counts';
import { vatAdjustmentInvariants, vatAdjustmentNumbers } from './features/vat-adjustments';
import { vatReturnInvariants } from './features/vat-returns';
import { walletNumbers } from './features/wallet';
import { numbersWithoutGap } from './kernel/documents';
import { ledgerInvariants, ledgerNumbers } from './kernel/ledger';
import { partyInvariants } from './kernel/parties';
import { rowCountInvariants } from './kernel/row-counts';
import { stockInvariants } from './kernel/stock';
import { tillInvariants } from './kernel/tills';
import type { Invariant } from './kernel/verifier';

/** Every invariant of the books, in order. */
export const allInvariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...rowCountInvariants,
  ...vatReturnInvariants,
  ...vatAdjustmentInvariants,
  ...stockInvariants,
  ...stockCountInvariants,
  ...partyInvariants,
  ...purchaseOrderInvariants,
  ...lateCostInvariants,
  ...saleInvariants,
  ...historyInvariants,
  ...quoteInvariants,
  ...tillInvariants,
  ...expenseInvariants,
  ...employeeInvariants,
  numbersWithoutGap([
    ...purchasingNumbers,
    ...stockNumbers,
    ...stockCountNumbers,
    ...saleNumbers,
    ...quoteNumbers,
    ...ledgerNumbers,
    ...walletNumbers,
    ...vatAdjustmentNumbers,
    ...expenseNumbers,
    ...employeeNumbers,
  ]),
];
