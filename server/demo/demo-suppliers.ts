import type { SupplierWrite } from '#domain/suppliers/supplier.contract';

const names: readonly string[] = [
  'Aldwick Bakers Ltd',
  'Ashcombe Farm Shop',
  'Avon Gorge Tea Merchants Ltd',
  'Bedminster Paper Company',
  'Blaise Mill & Sons',
  'Brampton Foods Ltd',
  'Brunel Packaging Ltd',
  'Calder Paper Company',
  'Camel Valley Oils',
  'Cheddar Dairy Ltd',
  'Clifton Confectioners',
  'Coombe Dingle Preserves',
  'Cornish Sea Salt Works',
  'Dartmoor Spring Water Ltd',
  'Dunmore Textiles LLP',
  'Durdham Wines Ltd',
  'Elmsworth Dairy',
  'Exe Estuary Smokehouse',
  'Fairholme Household Ltd',
  'Fishponds Flour Mill',
  'Frome Valley Cider',
  'Glenview Distillers Ltd',
  'Gorse Hill Honey',
  'Hartley Spices Ltd',
  'Henbury Cold Store',
  'Hotwell Coffee Roasters',
  'Ivybridge Oils & Vinegars',
  'Jarrow Biscuits Ltd',
  'Kelston Orchard',
  'Keswick Fudge Company',
  'Kingsdown Brewing Company',
  'Larkfield Eggs',
  'Leigh Woods Nurseries',
  'Lockleaze Labels Ltd',
  'Marlow Mustard & Co',
  'Mendip Mushrooms',
  'Montpelier Pasta Ltd',
  'Nailsea Glass & Jars',
  'Northgate Tins Ltd',
  'Oakham Soft Drinks',
  'Oldland Potatoes',
  'Pensford Poultry Ltd',
  'Pill Harbour Fish',
  'Portishead Juice Company',
  'Quantock Chutneys',
  'Redland Chocolate Ltd',
  'Saltford Cleaning Supplies',
  'Severn Rice & Pulses Ltd',
  'Southville Noodles',
  'Stapleton Storage Ltd',
  'Stroud Valley Cheese',
  'Tamar Strawberries',
  'Thornbury Foods Ltd',
  'Totterdown Bagels',
  'Uphill Crisps Ltd',
  'Wapping Wharf Imports',
  'Westbury Waste & Recycling',
  'Windmill Hill Granola',
  'Wrington Vale Ice Cream',
  'Yatton Yoghurt Ltd',
  'Żabka & Nowak Delicatessen Ltd',
  'Zeal Monachorum Butchers',
];
const contacts = [
  'Aisha Rahman',
  'Bronwen Pugh',
  'Callum Fraser',
  'Daniel Osei',
  'Eleanor Whitby',
  'Fiona Mackay',
  'Gareth Rees',
  'Hannah Lowe',
  'Łukasz Nowak',
  'Zoë Hargreaves',
] as const;
const streets = [
  'Mill Lane',
  'Station Road',
  'High Street',
  'Dock Street',
  'Victoria Park Industrial Estate',
  'Chapel Hill',
] as const;
const towns = [
  'Bath BA1 2AB',
  'Leeds LS1 4AP',
  'Norwich NR2 1TF',
  'Exeter EX1 1GF',
  'York YO1 7HH',
  'Cardiff CF10 3AT',
  'Glasgow G1 3SL',
  'Hull HU1 1UU',
] as const;

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Sixty-two suppliers. Some lack a telephone number, an address or a contact, as they do in life; a few are given up. */
export const demoSuppliers: readonly SupplierWrite[] = names.map((name, n) => ({
  name,
  email: n % 11 === 10 ? null : `orders@${slugOf(name)}.example`,
  phone: n % 7 === 6 ? null : `01632 960${100 + n}`,
  contact_person: n % 4 === 3 ? null : at(contacts, n * 3),
  address: n % 9 === 8 ? null : `${1 + ((n * 13) % 90)} ${at(streets, n)}\n${at(towns, n * 3)}`,
  status: n % 13 === 12 ? 'inactive' : 'active',
}));
