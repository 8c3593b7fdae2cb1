import { allPermissions, type Permission } from '../kernel/permissions';

export type RoleTemplate = {
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly Permission[];
};

const everyView = allPermissions.filter(permission => permission.startsWith('view_'));

/** Role templates: copied, edited and saved under a new name. */
export const roleTemplates: readonly RoleTemplate[] = [
  {
    name: 'Cashier',
    description: 'Sells at the till and counts cash.',
    permissions: [
      'view_dashboard',
      'view_pos',
      'create_sale',
      'view_sale',
      'view_product',
      'view_customer',
      'create_customer',
      'take_payment',
      'open_till',
      'close_till',
      'create_note',
    ],
  },
  {
    name: 'Buyer',
    description: 'Orders from suppliers and manages them.',
    permissions: [
      'view_dashboard',
      'view_supplier',
      'create_supplier',
      'edit_supplier',
      'view_purchaseorder',
      'create_purchaseorder',
      'edit_purchaseorder',
      'send_purchaseorder',
      'cancel_purchaseorder',
      'view_purchasedorder',
      'view_product',
      'view_cost',
      'view_stock',
      'view_master',
      'view_email',
      'create_email',
      'export_data',
      'create_note',
    ],
  },
  {
    name: 'Stock keeper',
    description: 'Receives goods, counts and adjusts stock.',
    permissions: [
      'view_dashboard',
      'view_product',
      'view_stock',
      'adjust_stock',
      'view_supplier',
      'view_purchaseorder',
      'receive_purchaseorder',
      'view_purchasedorder',
      'view_master',
      'create_note',
    ],
  },
  {
    name: 'Accountant',
    description: 'Keeps the books: bills, payments, expenses and periods.',
    permissions: [
      'view_dashboard',
      'view_supplier',
      'view_customer',
      'view_purchaseorder',
      'view_purchasedorder',
      'view_sale',
      'view_product',
      'view_cost',
      'view_stock',
      'review_stock_count',
      'view_master',
      'view_expense',
      'create_expense',
      'edit_expense',
      'approve_expense',
      'pay_expense',
      'create_payment',
      'approve_payment',
      'reverse_payment',
      'view_ledger',
      'adjust_ledger',
      'backdate',
      'lock_period',
      'view_audit',
      'export_data',
      'create_note',
    ],
  },
  {
    name: 'Auditor',
    description: 'Sees everything and changes nothing.',
    permissions: [...everyView, 'export_data'].filter(
      (permission): permission is Permission => permission !== 'view_pay',
    ),
  },
];
