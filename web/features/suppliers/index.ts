export { orderTones, paidTones, paymentTones } from './status-tones';
export { SupplierFilter, SupplierPicker } from './supplier-picker';
export { SupplierDialog } from './lazy-dialogs';
