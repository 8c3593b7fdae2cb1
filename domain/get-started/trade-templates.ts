import * as z from 'zod';
import type { VatCode } from '../kernel/vat';
import type { StockPolicy } from '../products/product.status';

export const trade = z.enum(
  ['convenience', 'clothing', 'hardware', 'wholesale_food', 'cafe_supplies', 'blank'],
  'Choose a trade.',
);
export type Trade = z.infer<typeof trade>;

export type TradeTemplate = {
  readonly name: string;
  readonly about: string;
  /** The first is the unit of new products. */
  readonly units: readonly [string, ...string[]];
  /** Categories with their sub-categories. */
  readonly categories: Readonly<Record<string, readonly string[]>>;
  readonly expenseCategories: readonly string[];
  /** The defaults of new products; quantities in whole units. */
  readonly products: {
    readonly vatCode: VatCode;
    readonly stockPolicy: StockPolicy;
    readonly reorderLevel: number | null;
    readonly reorderQuantity: number | null;
  };
};

/** Units of a template that are weighed or measured. The others are counted. */
const measured: ReadonlySet<string> = new Set(['Kilogram', 'Litre', 'Metre']);
export const isCounted = (unit: string): boolean => !measured.has(unit);

const everyTrade = [
  'Rent and rates',
  'Energy',
  'Insurance',
  'IT and telephone',
  'Bank charges',
  'Card fees',
  'Professional fees',
  'Repairs',
  'Stationery',
] as const;
const shop = [...everyTrade, 'Cleaning and waste', 'Packaging', 'Advertising'];
const wholesale = [...everyTrade, 'Fuel and vehicles', 'Packaging', 'Cleaning and waste', 'Training'];

/**
 * What a trade usually needs before its first product. A shop's till asks for approval when stock runs out, because the
 * goods are on the counter; a wholesaler's sale is blocked.
 */
export const tradeTemplates: Readonly<Record<Trade, TradeTemplate>> = {
  convenience: {
    name: 'Convenience store',
    about: 'Groceries, drinks, sweets and newspapers',
    units: ['Each', 'Multipack', 'Case of 12', 'Case of 24', 'Kilogram'],
    categories: {
      Groceries: ['Tins and packets', 'Cereals', 'Sauces and condiments'],
      'Chilled and dairy': ['Milk and cream', 'Cheese', 'Ready meals'],
      Bakery: ['Bread', 'Cakes'],
      Confectionery: ['Chocolate', 'Sweets', 'Crisps and snacks'],
      'Soft drinks': ['Fizzy drinks', 'Juice', 'Water'],
      Alcohol: ['Beer and cider', 'Wine', 'Spirits'],
      'Tobacco and vaping': [],
      'Newspapers and magazines': [],
      Household: ['Cleaning', 'Paper', 'Batteries and bulbs'],
      'Health and beauty': [],
    },
    expenseCategories: shop,
    products: { vatCode: 'S', stockPolicy: 'ask', reorderLevel: 6, reorderQuantity: 12 },
  },
  clothing: {
    name: 'Clothing shop',
    about: 'Clothes, shoes and accessories',
    units: ['Each', 'Pair', 'Pack of 3', 'Pack of 5'],
    categories: {
      Women: ['Tops', 'Dresses and skirts', 'Trousers', 'Coats'],
      Men: ['Shirts', 'Trousers', 'Knitwear', 'Coats'],
      Children: ['Babies', 'Girls', 'Boys'],
      Shoes: [],
      Underwear: ['Socks', 'Nightwear'],
      Accessories: ['Bags', 'Hats and scarves', 'Jewellery'],
    },
    expenseCategories: shop,
    products: { vatCode: 'S', stockPolicy: 'ask', reorderLevel: 2, reorderQuantity: 4 },
  },
  hardware: {
    name: 'Hardware store',
    about: 'Tools, fixings, paint and garden',
    units: ['Each', 'Pack of 10', 'Box of 100', 'Box of 200', 'Metre', 'Kilogram', 'Litre'],
    categories: {
      Tools: ['Hand tools', 'Power tools', 'Ladders'],
      Fixings: ['Screws', 'Nails', 'Plugs and bolts'],
      Decorating: ['Paint', 'Brushes and rollers', 'Adhesives'],
      Electrical: ['Bulbs', 'Cable', 'Sockets and switches'],
      Plumbing: ['Pipe', 'Fittings'],
      Garden: ['Garden tools', 'Compost and seeds'],
      'Locks and security': [],
      Homeware: [],
    },
    expenseCategories: shop,
    products: { vatCode: 'S', stockPolicy: 'ask', reorderLevel: 5, reorderQuantity: 10 },
  },
  wholesale_food: {
    name: 'Food wholesaler',
    about: 'Food and drink by the case for shops and restaurants',
    units: ['Case', 'Each', 'Box of 6', 'Case of 12', 'Case of 24', 'Tray', 'Kilogram', 'Litre', 'Pallet'],
    categories: {
      Grocery: ['Oils and vinegars', 'Pasta and rice', 'Sauces', 'Spices', 'Tins'],
      'Chilled and dairy': ['Cheese', 'Milk and cream', 'Meat'],
      Frozen: [],
      'Fruit and vegetables': [],
      Bakery: ['Bread', 'Flour and baking'],
      Confectionery: ['Chocolate', 'Sweets'],
      'Soft drinks': ['Juice', 'Water'],
      Alcohol: ['Beer and cider', 'Wine', 'Spirits'],
      'Catering supplies': ['Disposables', 'Cleaning'],
    },
    expenseCategories: wholesale,
    products: { vatCode: 'Z', stockPolicy: 'block', reorderLevel: 10, reorderQuantity: 20 },
  },
  cafe_supplies: {
    name: 'Café supplies',
    about: 'Coffee, tea, syrups, cups and equipment for cafés',
    units: ['Each', 'Case', 'Sleeve', 'Box of 6', 'Kilogram', 'Litre'],
    categories: {
      Coffee: ['Beans', 'Ground', 'Decaffeinated'],
      Tea: ['Tea bags', 'Loose tea'],
      'Syrups and sauces': [],
      'Milk and alternatives': [],
      'Cakes and snacks': [],
      Disposables: ['Cups and lids', 'Napkins', 'Takeaway boxes'],
      Equipment: ['Machines', 'Spare parts', 'Barista tools'],
      Cleaning: [],
    },
    expenseCategories: wholesale,
    products: { vatCode: 'S', stockPolicy: 'block', reorderLevel: 6, reorderQuantity: 12 },
  },
  blank: {
    name: 'Something else',
    about: 'One unit and one category to start with; add your own',
    units: ['Each'],
    categories: { General: [] },
    expenseCategories: everyTrade,
    products: { vatCode: 'S', stockPolicy: 'ask', reorderLevel: null, reorderQuantity: null },
  },
};
