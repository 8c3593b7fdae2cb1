/** One chunk for all sections, because they are usually visited one after another. */
export { ExpensesSection, PurchasingSection } from './approval-sections';
export { BackupsSection } from './backups-section';
export { BankSection } from './bank-section';
export { CompanySection } from './company-section';
export { LimitsSection } from './limits-section';
export { MailInSection } from './mail-in-section';
export { MailSection } from './mail-section';
export { NumbersSection } from './numbers-section';
export { PaymentSection } from './payment-section';
export { ProductSection } from './product-section';
export { ReceiptSection } from './receipt-section';
export { ReminderSection } from './reminder-section';
export { SecuritySection } from './security-section';
export { SellingSection } from './selling-section';
export { GuideSection } from './guide-section';
export { SystemSection } from './system-section';
export { LockSection, VatSection } from './vat-sections';
export { YearSection } from './year-section';
