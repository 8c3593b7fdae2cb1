export { orderTones, paidTones, paymentTones } from './status-tones';
export { SupplierFilter, SupplierPicker } from './supplier-picker';
export { SupplierModal } from './supplier-windows';
