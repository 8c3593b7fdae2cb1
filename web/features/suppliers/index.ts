export { SupplierFilter, SupplierPicker } from './supplier-picker';
