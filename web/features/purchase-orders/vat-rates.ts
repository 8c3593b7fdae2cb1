export { rateText, useVatRates, vatOptions } from '../supplier-documents';
