export { type Company, findCompany } from './company';
export { isVatRegisteredOn } from './vat-registration';
