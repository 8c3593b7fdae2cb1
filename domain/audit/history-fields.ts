import { plainLabels } from './history-labels';

/** How the value of a fact is written. Booleans, dates, moments and lists need no format. */
export type FactFormat =
  /** Pence as a number, pounds as text. */
  | 'money'
  | 'percent'
  | 'choice'
  | 'permission'
  | 'tender'
  | 'price_at_end'
  | 'days'
  | 'minutes'
  | 'hours'
  | 'bytes'
  /** Free text, or one of our codes. */
  | 'text'
  /** The number of each coin and note, by its value in pence. */
  | 'pieces'
  /** The id of a record, shown by the record's name. */
  | { readonly ref: Reference }
  /** Technical values that are not shown: hashes, keys, versions. */
  | 'hidden';

export type Reference =
  | 'account'
  | 'brand'
  | 'category'
  | 'customer'
  | 'email'
  | 'employee'
  | 'expense_category'
  | 'journal'
  | 'price_group'
  | 'product'
  | 'purchase_order'
  | 'register'
  | 'role'
  | 'sub_category'
  | 'supplier'
  | 'supplier_payment'
  | 'till_session'
  | 'unit'
  | 'user';

export type HistoryField = {
  readonly label: string;
  readonly format?: FactFormat;
  /** "Float set to £100.00", although there was no float before. */
  readonly isSet?: true;
};

function withFormat(
  labels: Readonly<Record<string, string>>,
  format?: FactFormat,
): Record<string, HistoryField> {
  return Object.fromEntries(
    Object.entries(labels).map(([name, label]) => [name, format ? { label, format } : { label }]),
  );
}
const ref = (reference: Reference, labels: Readonly<Record<string, string>>) =>
  withFormat(labels, { ref: reference });

/** Every fact name of the audit log with its label (F85). `CHECK_HISTORY_WORDS=1` finds missing ones. */
export const historyFields: Readonly<Record<string, HistoryField>> = {
  ...withFormat(
    {
      amount_pence: 'Amount',
      box_1: 'Box 1',
      box_1_pence: 'Box 1',
      box_2: 'Box 2',
      box_3: 'Box 3',
      box_4: 'Box 4',
      box_4_pence: 'Box 4',
      box_5: 'Box 5',
      box_5_pence: 'Box 5',
      box_6: 'Box 6',
      box_6_pence: 'Box 6',
      box_7: 'Box 7',
      box_7_pence: 'Box 7',
      box_8: 'Box 8',
      box_9: 'Box 9',
      counted_pence: 'Counted',
      credit_on_account_pence: 'Credit on account',
      difference_pence: 'Variance',
      exchanged_pence: 'Exchanged',
      freed_pence: 'Payments freed',
      gross_pence: 'Total',
      left_pence: 'Left in the drawer',
      net_pence: 'Net',
      on_account_pence: 'On account',
      price_pence: 'Price',
      today_pence: 'At today’s prices',
      total_pence: 'Total',
      vat_pence: 'VAT',
      up_to_pence: 'Approved up to',
      worth_pence: 'Worth',
    },
    'money',
  ),
  float_pence: { label: 'Float', format: 'money', isSet: true },
  ...withFormat(
    {
      adjustment_limit: 'Stock adjustment approval above',
      approval_limit: 'Approval above',
      agreed_cost: 'Agreed price',
      amount: 'Amount',
      balance: 'Balance',
      bill_limit: 'Bill approval above',
      credit_limit: 'Credit limit',
      discount: 'Discount',
      gross: 'Total',
      overdue: 'Overdue',
      owed_back: 'Still to be returned',
      price: 'Price',
      receipt_limit: 'Receipt needed above',
      refund_limit: 'Refund approval above',
      standard_cost: 'Standard cost',
      stock_count_limit: 'Stocktake approval above',
      paid_out_limit: 'Cash paid out without approval',
      variance_limit: 'Variance allowed without approval',
      vat: 'VAT',
      write_off_limit: 'Write-off approval above',
    },
    'money',
  ),
  ...withFormat(
    {
      discount_limit: 'Discount allowed without approval',
      over_receipt_percent: 'Over-receipt allowed',
      percent: 'Rate',
      percent_off: 'Discount',
    },
    'percent',
  ),
  ...withFormat(
    {
      action: 'Action',
      applies_to: 'Applies to',
      basis: 'Spread by',
      below_cost: 'Sales below cost',
      consent: 'Marketing consent',
      desk_price_mode: 'Prices at the sales desk',
      direction: 'Direction',
      failed: 'Failed step',
      failed_step: 'Failed step',
      format: 'Format',
      kind: 'Kind',
      method: 'Method',
      paper: 'Paper',
      price_mode: 'Prices',
      pay_per: 'Pay per',
      payment_method: 'Payment method',
      recurring: 'Repeats',
      registration: 'Registration',
      report: 'Report',
      required_of: 'Required of',
      security: 'Encryption',
      sent_copies: 'Copies of sent emails',
      settlement: 'Paid from',
      stagger: 'VAT periods',
      state: 'Status',
      status: 'Status',
      stock_policy: 'If stock runs out',
      tone: 'Tone',
      uncounted: 'Uncounted products',
      vat_code: 'VAT code',
      every: 'Every',
      money_back: 'Money returned',
    },
    'choice',
  ),
  ...withFormat({ permissions: 'Permissions' }, 'permission'),
  ...withFormat({ tenders: 'Paid by' }, 'tender'),
  ...withFormat({ group_prices: 'Group prices', quantity_breaks: 'Quantity breaks' }, 'price_at_end'),
  ...withFormat(
    {
      invoice_days: 'Days after an invoice is due',
      bill_days: 'Days before a bill is due',
      document_days: 'Days before a document expires',
      held_days: 'Days to keep held sales',
      till_keep_days: 'Days a till keeps its data',
      lead_time_days: 'Lead time',
      payment_terms_days: 'Payment terms',
    },
    'days',
  ),
  ...withFormat({ idle_minutes: 'Signed out after' }, 'minutes'),
  ...withFormat({ bytes: 'Size' }, 'bytes'),
  ...withFormat({ how: 'How', reason: 'Reason' }, 'text'),
  ...withFormat({ pieces: 'Coins and notes' }, 'pieces'),
  ...withFormat({ hour: 'Time of day' }, 'hours'),
  ...withFormat(
    {
      emptied: 'Emptied entries',
      file: 'File',
      id: 'Number',
      keys: 'Rows',
      sealed_password: 'Password',
      version: 'Version',
    },
    'hidden',
  ),
  ...ref('account', { account: 'Account', account_code: 'Account' }),
  ...ref('brand', { brand_id: 'Brand' }),
  ...ref('category', { category_id: 'Category' }),
  ...ref('sub_category', { sub_category_id: 'Sub-category' }),
  ...ref('expense_category', { expense_category_id: 'Category' }),
  ...ref('customer', { customer_id: 'Customer' }),
  ...ref('email', { email: 'Email' }),
  ...ref('employee', { manager_id: 'Manager' }),
  ...ref('journal', { journal: 'Journal', reversed_by: 'Reversed by' }),
  ...ref('price_group', { price_group_id: 'Price group' }),
  ...ref('product', { product_id: 'Product' }),
  ...ref('purchase_order', { order: 'Order', orders: 'Orders', purchase_order_id: 'Order' }),
  ...ref('register', { register_id: 'Register' }),
  ...ref('supplier', { carrier_id: 'Carrier', supplier_id: 'Supplier' }),
  ...ref('supplier_payment', { payment: 'Payment' }),
  ...ref('till_session', { late_of: 'Late sales for' }),
  ...ref('unit', { buying_unit_id: 'Buying unit', unit_id: 'Unit' }),
  ...ref('user', {
    account_id: 'Account',
    actor_id: 'User',
    approved_by: 'Approved by',
    at_device_of: 'Approved on the device of',
    user_id: 'User',
  }),
  ...withFormat(plainLabels),
};
