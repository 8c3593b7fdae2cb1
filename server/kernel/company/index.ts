export { type Company, companyFrom, findCompany } from './company';
export { isVatRegisteredOn } from './vat-registration';
