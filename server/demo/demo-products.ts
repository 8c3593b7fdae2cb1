/** A product of the invented wholesaler: its cost by the buying unit, and its price including VAT. */
export type DemoProduct = {
  readonly sku: string;
  readonly name: string;
  readonly category: string;
  readonly part: string;
  readonly brand: string | null;
  /** `['Box of 12', 12]`: bought in boxes, stocked and sold singly. */
  readonly boughtIn: readonly [unit: string, holds: number] | null;
  readonly unit: string;
  readonly vat: 'S' | 'R' | 'Z';
  /** Pence per buying unit, excluding VAT. */
  readonly cost: number;
  /** Pence per unit, including VAT. */
  readonly price: number;
};

type Row = readonly [
  name: string,
  category: string,
  part: string,
  brand: string | null,
  boughtIn: DemoProduct['boughtIn'],
  unit: string,
  vat: DemoProduct['vat'],
  cost: number,
  price: number,
];

const box6 = ['Box of 6', 6] as const;
const box12 = ['Box of 12', 12] as const;
const case24 = ['Case of 24', 24] as const;

const rows: readonly Row[] = [
  ['Sourdough loaf 800 g', 'Bakery', 'Bread', 'Harbour Own', null, 'Each', 'Z', 165, 295],
  ['Rye loaf 600 g', 'Bakery', 'Bread', 'Harbour Own', null, 'Each', 'Z', 180, 320],
  ['Bread flour, strong white 1.5 kg', 'Bakery', 'Flour and baking', 'Lantern', box6, 'Each', 'Z', 660, 185],
  ['Bread flour, wholemeal 1.5 kg', 'Bakery', 'Flour and baking', 'Lantern', box6, 'Each', 'Z', 690, 195],
  ['Lemon drizzle cake', 'Bakery', 'Cakes', 'Juniper Lane', null, 'Each', 'Z', 340, 625],
  ['Baking powder 170 g', 'Bakery', 'Flour and baking', 'Lantern', box12, 'Each', 'Z', 960, 145],
  ['Cheddar, extra mature', 'Chilled and dairy', 'Cheese', 'Coombe Farm', null, 'Kilogram', 'Z', 745, 1295],
  ['Goat’s cheese log 150 g', 'Chilled and dairy', 'Cheese', 'Coombe Farm', box12, 'Each', 'Z', 2340, 345],
  [
    'Double cream 300 ml',
    'Chilled and dairy',
    'Milk and cream',
    'Dartmoor Gold',
    box12,
    'Each',
    'Z',
    1380,
    195,
  ],
  [
    'Clotted cream 227 g',
    'Chilled and dairy',
    'Milk and cream',
    'Dartmoor Gold',
    box12,
    'Each',
    'Z',
    2520,
    365,
  ],
  ['Fish pie for two', 'Chilled and dairy', 'Ready meals', 'Avonmouth', box6, 'Each', 'Z', 2340, 695],
  ['Dark chocolate 70% 100 g', 'Confectionery', 'Chocolate', 'Black Quay', box12, 'Each', 'S', 1740, 325],
  [
    'Milk chocolate with sea salt 100 g',
    'Confectionery',
    'Chocolate',
    'Black Quay',
    box12,
    'Each',
    'S',
    1740,
    325,
  ],
  ['Clotted cream fudge 200 g', 'Confectionery', 'Sweets', 'Gorse Hill', box12, 'Each', 'S', 2160, 425],
  ['Rhubarb and custard 150 g', 'Confectionery', 'Sweets', 'Isambard', box12, 'Each', 'S', 1080, 225],
  [
    'West Country pale ale 500 ml',
    'Drinks, alcohol',
    'Beer and cider',
    'Kingsdown',
    case24,
    'Each',
    'S',
    3360,
    295,
  ],
  ['Vintage cider 750 ml', 'Drinks, alcohol', 'Beer and cider', 'Gorse Hill', box6, 'Each', 'S', 1740, 595],
  ['Coastal gin 70 cl', 'Drinks, alcohol', 'Spirits', 'Juniper Lane', box6, 'Each', 'S', 11700, 3850],
  ['Bacchus white wine 75 cl', 'Drinks, alcohol', 'Wine', 'Elderflower & Co', box6, 'Each', 'S', 5100, 1695],
  [
    'Elderflower cordial 500 ml',
    'Drinks, soft',
    'Cordials',
    'Elderflower & Co',
    box6,
    'Each',
    'S',
    1320,
    450,
  ],
  ['Rhubarb cordial 500 ml', 'Drinks, soft', 'Cordials', 'Elderflower & Co', box6, 'Each', 'S', 1380, 465],
  ['Pressed apple juice 1 l', 'Drinks, soft', 'Juice', 'Coombe Farm', box6, 'Each', 'S', 1140, 375],
  ['Spring water, still 750 ml', 'Drinks, soft', 'Water', 'Dartmoor Gold', box12, 'Each', 'S', 780, 145],
  ['Spring water, sparkling 750 ml', 'Drinks, soft', 'Water', 'Dartmoor Gold', box12, 'Each', 'S', 780, 145],
  [
    'Cold-pressed rapeseed oil 500 ml',
    'Grocery',
    'Oils and vinegars',
    'Kingsdown',
    box6,
    'Each',
    'Z',
    2280,
    625,
  ],
  ['Cider vinegar 500 ml', 'Grocery', 'Oils and vinegars', 'Gorse Hill', box6, 'Each', 'Z', 1320, 375],
  ['Spelt penne 500 g', 'Grocery', 'Pasta and rice', 'Isambard', box12, 'Each', 'Z', 1680, 235],
  ['Brown basmati rice 1 kg', 'Grocery', 'Pasta and rice', 'Lantern', box6, 'Each', 'Z', 1260, 345],
  ['Wholegrain mustard 190 g', 'Grocery', 'Sauces', 'Isambard', box6, 'Each', 'Z', 1020, 285],
  ['Tomato and chilli chutney 300 g', 'Grocery', 'Sauces', 'Juniper Lane', box6, 'Each', 'Z', 1320, 375],
  ['Sea salt flakes 250 g', 'Grocery', 'Spices', 'Avonmouth', box12, 'Each', 'Z', 2220, 325],
  ['Smoked paprika 50 g', 'Grocery', 'Spices', 'Lantern', box12, 'Each', 'Z', 1560, 235],
  ['Black peppercorns 100 g', 'Grocery', 'Spices', 'Lantern', box12, 'Each', 'Z', 1920, 285],
  ['Chopped tomatoes 400 g', 'Grocery', 'Tins', 'Harbour Own', case24, 'Each', 'Z', 1320, 95],
  ['Chickpeas 400 g', 'Grocery', 'Tins', 'Harbour Own', case24, 'Each', 'Z', 1200, 89],
  ['Cannellini beans 400 g', 'Grocery', 'Tins', 'Harbour Own', case24, 'Each', 'Z', 1200, 89],
  ['Washing-up liquid 1 l', 'Household', 'Cleaning', 'Avonmouth', box12, 'Each', 'S', 1680, 265],
  ['Kitchen roll, pack of two', 'Household', 'Paper', 'Avonmouth', box12, 'Each', 'S', 1740, 275],
  ['Beeswax wraps, set of three', 'Household', 'Storage', 'Gorse Hill', box6, 'Each', 'S', 3240, 1195],
  ['Espresso beans 250 g', 'Tea and coffee', 'Coffee beans', 'Black Quay', box6, 'Each', 'Z', 2640, 725],
  [
    'Filter coffee, ground 250 g',
    'Tea and coffee',
    'Coffee beans',
    'Black Quay',
    box6,
    'Each',
    'Z',
    2520,
    695,
  ],
  ['Breakfast tea, loose 250 g', 'Tea and coffee', 'Loose tea', 'Isambard', box6, 'Each', 'Z', 1980, 545],
  ['Lapsang, loose 125 g', 'Tea and coffee', 'Loose tea', 'Isambard', box6, 'Each', 'Z', 1920, 525],
  ['Peppermint tea, 20 bags', 'Tea and coffee', 'Fruit tea', 'Juniper Lane', box12, 'Each', 'Z', 1920, 285],
];

const letters = (text: string) =>
  text
    .replaceAll(/[^A-Za-z]/g, '')
    .slice(0, 3)
    .toUpperCase();

/** The product range, with SKUs as a small wholesaler would choose: a section of the range and a number. */
export const demoProducts: readonly DemoProduct[] = rows.map(
  ([name, category, part, brand, boughtIn, unit, vat, cost, price], index) => ({
    sku: `${letters(part)}-${String(101 + index)}`,
    name,
    category,
    part,
    brand,
    boughtIn,
    unit,
    vat,
    cost,
    price,
  }),
);
