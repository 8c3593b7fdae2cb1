import { toPence } from '#domain/kernel/money';
import { noQuantity, toQuantity } from '#domain/kernel/quantity';
import type { SaleDetail } from '#domain/sales/sale.contract';

const no = { allowed: false };
const nothing = toPence(0);
const soldAt = new Date('2026-11-21T10:24:00Z');

type Goods = { name: string; sku: string; quantity: number; price: number; rate: number };

const line = ({ name, sku, quantity, price, rate }: Goods, index: number): SaleDetail['lines'][number] => {
  const gross = quantity * price;
  const vat = Math.round((gross * rate) / (10_000 + rate));
  return {
    line_number: index + 1,
    product: { id: index + 1, sku },
    description: name,
    unit: 'Each',
    quantity: toQuantity(quantity * 1000),
    list_price: toPence(price),
    unit_price: toPence(price),
    price_reason: null,
    amount: toPence(gross),
    line_discount: nothing,
    discount_reason: null,
    cart_discount: nothing,
    vat_code: rate === 0 ? 'Z' : 'S',
    vat_percent: rate,
    net: toPence(gross - vat),
    vat: toPence(vat),
    gross: toPence(gross),
    note: null,
    refundable_quantity: noQuantity,
    refundable: nothing,
  };
};

const lines = [
  { name: 'Blue mug', sku: 'MUG-BL', quantity: 2, price: 600, rate: 2000 },
  { name: 'Loaf of bread', sku: 'LOAF', quantity: 1, price: 285, rate: 0 },
].map(line);

const byRate = lines.map(({ vat_code, vat_percent, net, vat, gross }) => ({
  vat_code,
  vat_percent,
  net,
  vat,
  gross,
}));
const total = (part: 'net' | 'vat' | 'gross') => toPence(lines.reduce((sum, entry) => sum + entry[part], 0));

/** A sample sale to a named customer, for a full VAT invoice on A4 (rule V20). */
export const sampleInvoice = (seller?: Parameters<typeof sampleSale>[0]): SaleDetail => ({
  ...sampleSale(seller),
  channel: 'desk',
  register: null,
  customer: { id: 2, name: 'Northwick Kitchens Ltd', is_walk_in: false },
  customer_address: '4 Mill Lane\nBath BA1 1AA',
});

/** A sample sale for the receipt preview. */
export const sampleSale = (seller?: {
  readonly name: string;
  readonly lines: readonly string[];
  readonly vat_number: string | null;
}): SaleDetail => ({
  id: 0,
  number: 'INV-00042',
  version: 1,
  client_id: '3f0c1a52-7d4e-4a0b-9a53-5d2f0b7c1e11',
  business_date: '2026-11-21',
  tax_point: '2026-11-21',
  due_on: '2026-11-21',
  channel: 'till',
  status: 'completed',
  payment_state: 'paid',
  customer: { id: 1, name: 'Walk-in customer', is_walk_in: true },
  net: total('net'),
  vat: total('vat'),
  gross: total('gross'),
  refunded: nothing,
  outstanding: nothing,
  sold_by: 'Grace',
  sold_at: soldAt,
  price_mode: 'inclusive',
  customer_address: null,
  customer_vat_number: null,
  customer_email: null,
  seller: {
    name: seller?.name ?? '',
    lines: [...(seller?.lines ?? [])],
    vat_number: seller?.vat_number ?? null,
  },
  register: { session_id: 1, name: 'Till 1' },
  line_discounts: nothing,
  cart_discount: nothing,
  discount_reason: null,
  on_account: nothing,
  change: toPence(515),
  customer_reference: null,
  delivery_address: null,
  delivery_country: 'GB',
  notes: null,
  replaces: null,
  replaced_by: null,
  quote: null,
  receipt_number: null,
  sent_by: null,
  till_time: null,
  exceptions: [],
  was_offline: false,
  recorded_at: soldAt,
  journal_id: null,
  lines,
  tenders: [
    {
      method: 'cash',
      tendered: toPence(2000),
      applied: total('gross'),
      refundable: nothing,
      from_wallet: nothing,
      reference: null,
    },
  ],
  by_rate: byRate,
  credit_notes: [],
  export_evidence: [],
  invoice_to: null,
  receipts: [],
  can: { refund: no, cancel: no, edit: no, pay: no },
});
