export { type Company, companyFrom, findCompany } from './company';
export { isVatRegisteredOn } from './vat-registration';
export { findYearStart } from './year-start';
