import type { VatCode } from '#domain/kernel/vat';

export type SampleProduct = {
  readonly name: string;
  readonly category: string;
  readonly vat: VatCode;
  /** In pence: excluding VAT, and as sold. */
  readonly cost: number;
  readonly price: number;
};

const product = (name: string, category: string, vat: VatCode, cost: number, price: number) => ({
  name,
  category,
  vat,
  cost,
  price,
});

/** The first half comes from the first supplier, the other from the second. */
export const sampleProducts: readonly SampleProduct[] = [
  product('Tea, 80 bags', 'Groceries', 'Z', 150, 250),
  product('Ground coffee 227 g', 'Groceries', 'Z', 260, 425),
  product('Granulated sugar 1 kg', 'Groceries', 'Z', 85, 135),
  product('Oat biscuits', 'Groceries', 'Z', 70, 125),
  product('Porridge oats 1 kg', 'Groceries', 'Z', 95, 165),
  product('Strawberry jam 340 g', 'Groceries', 'Z', 120, 210),
  product('Milk chocolate 100 g', 'Confectionery', 'S', 70, 140),
  product('Mint sweets 150 g', 'Confectionery', 'S', 55, 110),
  product('Sparkling water 1 litre', 'Soft drinks', 'S', 35, 85),
  product('Orange juice 1 litre', 'Soft drinks', 'S', 95, 185),
  product('Washing-up liquid', 'Household', 'S', 70, 145),
  product('AA batteries, pack of 4', 'Household', 'S', 190, 399),
];

export const sampleCategories: readonly string[] = [
  ...new Set(sampleProducts.map(({ category }) => category)),
];

export type SampleSupplier = { readonly name: string; readonly email: string; readonly vatNumber: string };

/** Addresses end in .example, where no email can arrive; no VAT number ends in 99. */
export const sampleSuppliers: readonly SampleSupplier[] = [
  { name: 'Sample Grocery Wholesale', email: 'orders@sample-grocery.example', vatNumber: 'GB999000199' },
  { name: 'Sample Drinks and Household', email: 'orders@sample-drinks.example', vatNumber: 'GB999000299' },
  { name: 'Sample Stationers', email: 'orders@sample-stationers.example', vatNumber: 'GB999000399' },
];

/** The first two may buy on account. */
export const sampleCustomers: readonly { readonly name: string; readonly kind: 'company' | 'person' }[] = [
  { name: 'Sample Corner Café', kind: 'company' },
  { name: 'Sample Village School', kind: 'company' },
  { name: 'Alice Sample', kind: 'person' },
  { name: 'Bernard Sample', kind: 'person' },
];

export type SampleSale = {
  readonly daysAgo: number;
  /** Each a place in the list of products, and how many. */
  readonly lines: readonly (readonly [product: number, quantity: number])[];
  /** A place in the list of customers. */
  readonly customer?: number;
};

export const sampleSales: readonly SampleSale[] = [
  {
    daysAgo: 13,
    lines: [
      [0, 2],
      [3, 1],
    ],
  },
  { daysAgo: 12, lines: [[6, 3]] },
  {
    daysAgo: 10,
    lines: [
      [1, 6],
      [2, 4],
      [9, 6],
    ],
    customer: 0,
  },
  {
    daysAgo: 9,
    lines: [
      [8, 4],
      [7, 2],
    ],
  },
  {
    daysAgo: 7,
    lines: [
      [11, 1],
      [10, 1],
    ],
    customer: 2,
  },
  {
    daysAgo: 6,
    lines: [
      [4, 2],
      [5, 1],
      [0, 1],
    ],
  },
  {
    daysAgo: 5,
    lines: [
      [9, 12],
      [3, 10],
    ],
    customer: 1,
  },
  {
    daysAgo: 3,
    lines: [
      [6, 2],
      [8, 2],
    ],
    customer: 3,
  },
  {
    daysAgo: 2,
    lines: [
      [0, 1],
      [2, 1],
    ],
  },
  {
    daysAgo: 1,
    lines: [
      [1, 1],
      [3, 2],
      [11, 1],
    ],
  },
];
