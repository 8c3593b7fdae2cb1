export { walletConstraints } from './constraints';
export { findAgedTotal, findAgedTotals, listAged } from './aged.queries';
export { reminderMailing } from './bulk-reminders';
export { statementMailing } from './bulk-statements';
export { findDueItems } from './due-items.queries';
export { receivePayment } from './receive-payment';
export { agedColumns, agedReportRoutes, walletRoutes } from './wallet.routes';

/** Rule A12: the number series of wallets. */
export const walletNumbers = [
  { series: 'RCT', table: 'customer_payments', column: 'number' },
  { series: 'WAL', table: 'wallet_adjustments', column: 'number' },
] as const;
