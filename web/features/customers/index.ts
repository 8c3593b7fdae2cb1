export { CustomerFilter } from './customer-filter';
export { CustomerPicker } from './customer-picker';
