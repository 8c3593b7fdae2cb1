export { CustomerPicker } from './customer-picker';
