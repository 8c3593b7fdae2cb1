/** The categories of a food and drink wholesaler, with sub-categories. */
export const demoCategories: Readonly<Record<string, readonly string[]>> = {
  Bakery: ['Bread', 'Cakes', 'Flour and baking'],
  'Chilled and dairy': ['Cheese', 'Milk and cream', 'Ready meals'],
  Confectionery: ['Chocolate', 'Sweets', 'Seasonal'],
  'Drinks, alcohol': ['Beer and cider', 'Spirits', 'Wine'],
  'Drinks, soft': ['Cordials', 'Juice', 'Water'],
  Grocery: ['Oils and vinegars', 'Pasta and rice', 'Sauces', 'Spices', 'Tins'],
  Household: ['Cleaning', 'Paper', 'Storage'],
  'Loose goods': ['Dried fruit', 'Nuts'],
  'Tea and coffee': ['Coffee beans', 'Fruit tea', 'Loose tea'],
};

export const demoBrands: readonly string[] = [
  'Avonmouth',
  'Black Quay',
  'Coombe Farm',
  'Dartmoor Gold',
  'Elderflower & Co',
  'Fossdyke',
  'Gorse Hill',
  'Harbour Own',
  'Isambard',
  'Juniper Lane',
  'Kingsdown',
  'Lantern',
];

export const demoUnits: readonly string[] = [
  'Each',
  'Pair',
  'Pack of 4',
  'Box of 6',
  'Box of 12',
  'Case of 24',
  'Tray',
  'Kilogram',
  'Gram',
  'Litre',
  'Metre',
  'Pallet',
];

export const demoExpenseCategories: readonly string[] = [
  'Bank charges',
  'Card fees',
  'Cleaning and waste',
  'Energy',
  'Fuel and vehicles',
  'Insurance',
  'IT and telephone',
  'Packaging',
  'Postage',
  'Professional fees',
  'Rent and rates',
  'Repairs',
  'Stationery',
  'Telex',
  'Training',
  'Travel',
];

/** Inactive records, at least one of each kind. */
export const demoInactiveMasters: ReadonlySet<string> = new Set([
  'Loose goods',
  'Seasonal',
  'Fossdyke',
  'Gram',
  'Telex',
]);
