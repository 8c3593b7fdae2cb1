import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { quantityFromText, wholeUnits } from '#domain/kernel/quantity';
import type { CatalogueHead, CatalogueProduct } from '#domain/pos/pos.contract';
import { saleWrite, sales } from '#domain/sales/sale.contract';
import { defaultPaymentRules } from '#domain/settings/payment-methods.contract';
import { defaultReceipt } from '#domain/settings/receipt-layout.contract';
import { type Basket, emptyBasket } from './basket';
import { type BasketAction, changeBasket } from './change-basket';
import { type Catalogue, createCatalogue } from './catalogue';
import { withoutUnsettledReturn } from './exchange';
import { createKnownProducts } from './known-products';
import { newClientId } from '../../../platform/client-id';
import { quickCash, settled, stillDue } from './pay';
import { paidBody, type QueuedSale } from './queue';
import { unsentDocument } from './receipt';
import { calculateBasket } from './calculate';
import { saleBody } from './sale-body';

const today = '2026-11-21';
const head: CatalogueHead = {
  date: today,
  products: 3,
  rates: [
    { vat_code: 'S', percent: 2000 },
    { vat_code: 'Z', percent: 0 },
  ],
  groups: [{ id: 7, name: 'Trade', percent_off: 1000 }],
  categories: [{ id: 5, name: 'Drinks' }],
  whole_units: [],
  promotions: [],
  number_prefixes: { sales: ['INV-', 'CN-'], payments: ['RCT-'] },
  discount_limit: 1000,
  desk_price_mode: 'inclusive',
  payment: defaultPaymentRules,
  receipt: { ...defaultReceipt, logo: null },
  seller: { name: 'Shop', lines: [], vat_number: null },
};
const product = (
  id: number,
  name: string,
  pence: number,
  barcodes: [string, number][] = [],
): CatalogueProduct => [
  id,
  `SKU-${id}`,
  name,
  'Each',
  5,
  id === 2 ? 'Z' : 'S',
  toPence(pence),
  true,
  barcodes as never,
];

function someCatalogue() {
  const catalogue = createCatalogue();
  catalogue.take({
    products: [
      product(1, 'Crème brûlée tart', 450, [
        ['5012345678900', 1000],
        ['CASE-12', 12_000],
      ]),
      product(2, 'Oat biscuits', 199, [['5099999999999', 1000]]),
      product(3, 'Breakfast tea', 320),
    ],
    removed: [],
    group_prices: [[1, 7, toPence(400)]],
    breaks: [[2, null, quantityFromText('10'), toPence(150)]],
  });
  return catalogue;
}
/** The products as the screen knows them. */
function knownOf(catalogue: Catalogue, ids: readonly number[], own = head) {
  const known = createKnownProducts();
  known.setHead(own);
  for (const id of ids) {
    const entry = catalogue.entry(id);
    known.take(id, entry ? { ...entry, stock: null } : null);
  }
  return known;
}
const scanned = (code: string) => {
  const found = someCatalogue().scan(code);
  if (!found) throw new Error(`No ${code}`);
  return found;
};
const basketOf = (...actions: BasketAction[]): Basket =>
  actions.reduce(
    (basket, action) => changeBasket(basket, action, rateOf),
    emptyBasket('3f0b0a52-1111-4111-8111-0123456789ab'),
  );
/** Product 2 is zero-rated, 99 is not known; the others bear 20%. */
const rateOf = (id: number) => (id === 99 ? undefined : id === 2 ? 0 : 2000);

describe('the catalogue on the device', () => {
  const found = (text: string) =>
    someCatalogue()
      .search(text)
      .map(({ product: { name } }) => name);

  test('is searched by parts of name, SKU and barcode, without accents or case', () => {
    expect(found('creme')).toEqual(['Crème brûlée tart']);
    expect(found('TEA break')).toEqual(['Breakfast tea']);
    expect(found('sku-2')).toEqual(['Oat biscuits']);
    expect(found('50123')).toEqual(['Crème brûlée tart']);
    expect(found('  ')).toEqual([]);
  });
  test('tolerates a letter that is wrong, missing, extra or swapped', () => {
    for (const typed of ['biscuts', 'bisciuts', 'biscuitts', 'bizcuits', 'biscu', 'bsicu', 'biscit'])
      expect(found(typed), typed).toEqual(['Oat biscuits']);
    expect(found('xylophone')).toEqual([]);
  });
  test('finds a scanned barcode with its units, or a whole SKU', () => {
    expect(scanned('CASE-12')).toMatchObject({ product: { id: 1 }, factor: 12_000 });
    expect(scanned('sku-3')).toMatchObject({ product: { id: 3 }, factor: 1000 });
    expect(someCatalogue().scan('501234567890')).toBeUndefined();
  });
  test('applies changes, and removes products no longer sold', () => {
    const catalogue = someCatalogue();
    catalogue.take({
      products: [product(1, 'Custard tart', 500, [['NEW-1', 1000]])],
      removed: [3],
      group_prices: [],
      breaks: [],
    });
    expect(catalogue.size()).toBe(2);
    expect(catalogue.scan('5012345678900')).toBeUndefined();
    expect(catalogue.scan('NEW-1')?.product.name).toBe('Custard tart');
    expect(catalogue.search('tea')).toEqual([]);
    expect(knownOf(catalogue, [1]).rulesFor([1], 7).products[0]).toMatchObject({
      group_price: null,
      list_price: 500,
    });
  });
  test('a promotion for a category applies to its products', () => {
    const catalogue = someCatalogue();
    const terms = { kind: 'percentage', percent_off: 5000 } as const;
    const rule = { name: 'Half', starts_on: today, ends_on: today, terms };
    const known = knownOf(catalogue, [2, 3], {
      ...head,
      promotions: [
        { ...rule, id: 1, product_ids: [], category_ids: [5], group_categories: [] },
        { ...rule, id: 2, product_ids: [99], category_ids: [], group_categories: [] },
      ],
    });
    expect(known.rulesFor([2, 3], null).promotions).toMatchObject([{ id: 1, product_ids: [2, 3] }]);
  });
});

describe('the basket', () => {
  test('adds repeated scans to a line, unless the line was changed by hand', () => {
    const basket = basketOf(
      { do: 'add', scanned: scanned('5012345678900') },
      { do: 'add', scanned: scanned('5012345678900') },
      { do: 'add', scanned: scanned('CASE-12') },
      { do: 'note', key: 1, note: 'Gift' },
      { do: 'add', scanned: scanned('5012345678900') },
    );
    expect(basket.lines.map(({ quantity, factor }) => [quantity, factor])).toEqual([
      [2000, 1000],
      [1000, 12_000],
      [1000, 1000],
    ]);
    expect(basket.selected).toBe(3);
  });
  test('a removed line comes back where it was', () => {
    const before = basketOf(
      { do: 'add', scanned: scanned('5012345678900') },
      { do: 'add', scanned: scanned('5099999999999') },
      { do: 'add', scanned: scanned('SKU-3') },
    );
    const without = changeBasket(before, { do: 'remove', key: 2 });
    expect(without.lines.map(({ key }) => key)).toEqual([1, 3]);
    expect(without.selected).toBe(3);
    const again = changeBasket(without, { do: 'undo' });
    expect(again.lines).toEqual(before.lines);
    expect(changeBasket(again, { do: 'undo' })).toBe(again);
  });
  test('a quantity of zero removes the line', () => {
    const basket = basketOf(
      { do: 'add', scanned: scanned('SKU-3') },
      { do: 'quantity', key: 1, quantity: wholeUnits(0) },
    );
    expect(basket.lines).toEqual([]);
  });
  test('is priced with group prices, breaks, discounts and VAT like on the server', () => {
    const trade = { id: 1, name: 'Ann', number: 'C-00001', priceGroupId: 7, hasCredit: true };
    const basket = basketOf(
      { do: 'add', scanned: scanned('5012345678900'), quantity: wholeUnits(2) },
      { do: 'add', scanned: scanned('5099999999999'), quantity: wholeUnits(10) },
      { do: 'customer', customer: trade },
      { do: 'basket-discount', discount: { kind: 'percent', hundredths: 1000 }, reason: 'Late' },
    );
    const calculated = calculateBasket(basket, knownOf(someCatalogue(), [1, 2, 3, 99]), today);
    expect(calculated).toMatchObject({
      kind: 'calculated',
      sale: { gross: 2070, basketDiscount: 230, vat: 120 },
    });
  });
  test('L7 an exchange never takes the place of another, and is not started in an edit', () => {
    const returning = {
      clientId: 'one',
      saleId: 5,
      saleNumber: 'INV-00005',
      reason: 'Faulty',
      lines: [],
      worth: toPence(240),
      total: toPence(240),
    };
    const started = basketOf({ do: 'returning', returning });
    const other = { ...returning, clientId: 'two', saleId: 6, saleNumber: 'INV-00006' };
    expect(changeBasket(started, { do: 'returning', returning: other }).returning).toEqual(returning);
    expect(changeBasket(started, { do: 'returning', returning: null }).returning).toBeNull();
    const replacing = { saleId: 7, number: 'INV-00007', paid: toPence(1000), reason: '' };
    const edited = { ...emptyBasket('edit'), replacing };
    expect(changeBasket(edited, { do: 'returning', returning }).returning).toBeNull();
    // Stored by a version that allowed it.
    expect(withoutUnsettledReturn({ ...edited, returning }).returning).toBeNull();
    expect(withoutUnsettledReturn(started)).toBe(started);
  });
  test('names the line that cannot be priced', () => {
    const gone = { product: { ...scanned('SKU-3').product, id: 99 }, factor: wholeUnits(1) };
    const basket = basketOf({ do: 'add', scanned: scanned('SKU-3') }, { do: 'add', scanned: gone });
    expect(calculateBasket(basket, knownOf(someCatalogue(), [1, 2, 3, 99]), today)).toMatchObject({
      kind: 'refused',
      lineKey: 2,
    });
  });
  test('F40 is neither priced nor payable until the worker has answered for every line', () => {
    const basket = basketOf({ do: 'add', scanned: scanned('SKU-3') });
    const known = knownOf(someCatalogue(), []);
    expect(known.missing([3, 3])).toEqual([3]);
    expect(calculateBasket(basket, known, today)).toEqual({ kind: 'refused', lineKey: null, reason: '' });
    expect(calculateBasket(basket, knownOf(someCatalogue(), [3]), today).kind).toBe('calculated');
  });
  test('M4 after any changes, line totals add up to the total sent, and the server accepts the body', () => {
    const codes = fc.constantFrom('5012345678900', '5099999999999', 'SKU-3', 'CASE-12');
    const key = fc.integer({ min: 1, max: 6 });
    const discount = fc.option(
      fc.oneof(
        fc.record({
          kind: fc.constant('amount' as const),
          pence: fc.integer({ min: 0, max: 999 }).map(toPence),
        }),
        fc.record({ kind: fc.constant('percent' as const), hundredths: fc.integer({ min: 0, max: 10_000 }) }),
      ),
    );
    const action: fc.Arbitrary<BasketAction> = fc.oneof(
      codes.map(code => ({ do: 'add' as const, scanned: scanned(code) })),
      fc.record({ do: fc.constant('remove' as const), key }),
      fc.constant({ do: 'undo' as const }),
      fc.record({ do: fc.constant('discount' as const), key, discount, reason: fc.constant('Damaged') }),
      fc.record({ do: fc.constant('basket-discount' as const), discount, reason: fc.constant('Staff') }),
      fc.record({
        do: fc.constant('price' as const),
        key,
        unitPrice: fc.integer({ min: 0, max: 5000 }).map(toPence),
        reason: fc.constant('Match'),
      }),
      fc.record({
        do: fc.constant('quantity' as const),
        key,
        quantity: fc.integer({ min: 0, max: 9999 }).map(value => value as never),
      }),
      fc.record({ do: fc.constant('mode' as const), mode: fc.constantFrom('inclusive', 'exclusive') }),
    );
    const known = knownOf(someCatalogue(), [1, 2, 3]);
    fc.assert(
      fc.property(fc.array(action, { maxLength: 25 }), actions => {
        const basket = basketOf(...actions);
        expect(new Set(basket.lines.map(line => line.key)).size).toBe(basket.lines.length);
        const calculated = calculateBasket(basket, known, today);
        if (calculated.kind !== 'calculated' || basket.lines.length === 0) return;
        const { sale } = calculated;
        expect(sale.lines.reduce((sum, line) => sum + line.gross, 0)).toBe(sale.gross);
        const body = saleBody(basket, {
          channel: 'till',
          sessionId: 1,
          total: sale.gross,
          entered: [{ method: 'cash', tendered: toPence(sale.gross + 100), reference: '' }],
          soldAt: new Date(0),
          wasOffline: false,
        });
        expect(saleWrite.safeParse(body).error).toBeUndefined();
        // At the price the customer was charged, whatever the server's prices are by then.
        const document = unsentDocument({ ...receiptParts, basket, sale });
        const sent = paidBody({ body, document, userId: 1 } as QueuedSale, new Date(0));
        expect(sales.recordPaid.body.safeParse(sent).error).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });
  test('a basket id is a random UUID', () => {
    const ids = Array.from({ length: 200 }, newClientId);
    expect(new Set(ids).size).toBe(200);
    for (const id of ids) expect(saleWrite.shape.client_id.safeParse(id).success).toBe(true);
  });
});

const receiptParts = {
  tenders: [],
  change: toPence(0),
  soldAt: new Date(0),
  soldBy: 'Ann',
  seller: { name: 'Shop', lines: [], vat_number: null },
  channel: 'till' as const,
  entered: [],
  vatCodeOf: () => 'S' as const,
};

describe('the receipt of a sale that is not sent', () => {
  const codes = (vat_number: string | null, deliveryCountry: string) => {
    const mode = 'exclusive' as const;
    const basket = { ...basketOf({ do: 'add', scanned: scanned('SKU-3') }), deliveryCountry, mode };
    const calculated = calculateBasket(basket, knownOf(someCatalogue(), [3]), today);
    if (calculated.kind === 'refused') throw new Error(calculated.reason);
    const seller = { ...receiptParts.seller, vat_number };
    const document = unsentDocument({ ...receiptParts, seller, basket, sale: calculated.sale });
    return [...document.lines, ...document.by_rate].map(({ vat_code }) => vat_code);
  };
  test('V2 V28 names the VAT code that the server posts: O without registration, Z for an export', () => {
    expect(codes('GB123456782', 'GB')).toEqual(['S', 'S']);
    expect(codes('GB123456782', 'FR')).toEqual(['Z', 'Z']);
    expect(codes(null, 'GB')).toEqual(['O', 'O']);
    expect(codes(null, 'FR')).toEqual(['O', 'O']);
  });
});

describe('paying', () => {
  test('M9 likely cash amounts are offered, the exact amount first', () => {
    expect(quickCash(toPence(1234))).toEqual([1234, 1300, 1500, 2000, 5000]);
    expect(quickCash(toPence(2000))).toEqual([2000, 5000]);
    expect(quickCash(toPence(0))).toEqual([]);
  });
  test('M9 split payments are settled like on the server', () => {
    const entered = [
      { method: 'credit_card' as const, tendered: toPence(1000), reference: '' },
      { method: 'cash' as const, tendered: toPence(2000), reference: '' },
    ];
    expect(stillDue(toPence(2350), entered.slice(0, 1))).toBe(1350);
    expect(settled(toPence(2350), entered)).toMatchObject({ allowed: true, change: 650 });
  });
});
