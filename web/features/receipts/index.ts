export { A4Document } from './a4-document';
export { ReceiptSheet, RollReceipt, printReceiptSheet } from './roll-receipt';
