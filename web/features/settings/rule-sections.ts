/** One file for the browser: whoever sets one of these rules soon sets the next. */
export { ExpensesSection, PurchasingSection } from './approval-sections';
export { NumbersSection } from './numbers-section';
export { PaymentSection } from './payment-section';
export { ProductSection } from './product-section';
export { ReceiptSection } from './receipt-section';
export { SellingSection } from './selling-section';
