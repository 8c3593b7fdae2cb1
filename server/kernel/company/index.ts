export { bankDetailsSetting, findBankDetails } from './bank-details';
export { type Company, companyFrom, type CompanyFacts, companySetting, findCompany, headOf } from './company';
export { findLetterhead, findLogo, type Logo } from './logo';
export { findNewProducts, isUnit, newProductSetting } from './new-products';
export { findReceiptLayout, receiptSetting } from './receipt-layout';
export { findReminders, reminderSetting } from './reminders';
export { findingVatRegisteredOn, findVatRegistrationDays, isVatRegisteredOn } from './vat-registration';
export { findYearStart, yearStartSetting } from './year-start';
