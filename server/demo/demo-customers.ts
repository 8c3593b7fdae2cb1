import type { CustomerWrite } from '#domain/customers/customer.contract';
import { toPence } from '#domain/kernel/money';
import { slugOf } from './slug';

const companies: readonly (readonly [
  name: string,
  contact: string,
  limit: number | null,
  tags: readonly string[],
])[] = [
  ['Abbeyfield Care Homes', 'Margaret Dunn', 2_500, ['catering', 'trade']],
  ['Arnos Vale Café', 'Tom Beckett', 750, ['catering', 'trade']],
  ['Bath Road Convenience', 'Imran Sheikh', 1_500, ['trade', 'weekly delivery']],
  ['Bishopston Deli', 'Carla Rossi', 1_000, ['trade']],
  ['Brislington Cricket Club', 'Neil Parsons', null, ['club']],
  ['Cabot Circus Kiosk Ltd', 'Yusuf Demir', 600, ['trade']],
  ['Chew Valley School', 'Bursar', 3_000, ['catering', 'school']],
  ['Cotham Corner Shop', 'Priya Patel', 1_200, ['trade', 'weekly delivery']],
  ['Downend Village Stores', 'Keith Norman', 800, ['trade', 'weekly delivery']],
  ['Easton Community Kitchen', 'Amina Yusuf', null, ['catering', 'charity']],
  ['Filton Flyers Nursery', 'Jo Pearce', 400, ['school']],
  ['Gloucester Road Grocers Ltd', 'Ben Hardacre', 5_000, ['trade', 'weekly delivery']],
  ['Harbourside Hotel Ltd', 'Sinead Walsh', 7_500, ['catering', 'hotel', 'trade']],
  ['Keynsham Farm Foods', 'Ruth Gale', 1_800, ['trade']],
  ['Lawrence Hill Halal Market', 'Omar Aziz', 2_000, ['trade']],
  ['Stokes Croft Supper Club', 'Zoë Hargreaves', null, ['catering']],
];
const people = [
  'Alice Fenwick',
  'Bernard Okoro',
  'Catrin Llewellyn',
  'David Przybylski',
  'Edith Marsh',
  'Farid Rahimi',
  'Grace Adeyemi',
  'Harriet Bloom',
  'Ivan Petrov',
  'Jean Murdoch',
  'Kofi Mensah',
  'Łucja Wójcik',
  'Mohammed Iqbal',
  'Niamh Byrne',
] as const;
const streets = [
  'Ashley Road',
  'Cheltenham Road',
  'North Street',
  'Whiteladies Road',
  'Church Lane',
] as const;
const postcodes = ['BS6 5NT', 'BS3 1JA', 'BS8 2PH', 'BA2 4DP', 'BS16 5UE', 'BS31 2AA'] as const;
/** VAT numbers with valid check digits, by the older and the newer rule. */
const vatNumbers = ['GB339072747', 'GB831495816', 'GB252637601', 'GB262263418'] as const;

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const street = (n: number) =>
  `${2 + ((n * 17) % 120)} ${at(streets, n)}\n${n % 6 === 3 ? 'Bath' : 'Bristol'}`;

const demoCompanies: readonly CustomerWrite[] = companies.map(([name, contact_person, limit, tags], n) => ({
  name,
  kind: 'company',
  contact_person,
  email: n % 7 === 4 ? null : `accounts@${slugOf(name)}.example`,
  phone: n % 5 === 3 ? null : `0117 496 0${200 + n}`,
  billing_address: street(n),
  billing_postcode: at(postcodes, n),
  delivery_address: n % 4 === 1 ? `Back entrance, ${street(n + 3)}` : null,
  delivery_postcode: n % 4 === 1 ? at(postcodes, n + 3) : null,
  country: 'GB',
  delivery_country: null,
  vat_number: n % 3 === 0 ? at(vatNumbers, n / 3) : null,
  tax_number: null,
  payment_terms_days: at([30, 14, 30, 7], n),
  credit_limit: limit === null ? null : toPence(limit * 100),
  consent: at(['given', 'not_asked', 'given', 'withdrawn'], n),
  tags: [...tags],
  notes: n % 6 === 2 ? 'Deliver before 9am. Ring the side bell.' : null,
  status: n % 15 === 10 ? 'inactive' : 'active',
}));

const demoPeople: readonly CustomerWrite[] = people.map((name, n) => ({
  name,
  kind: 'person',
  contact_person: null,
  email: n % 4 === 2 ? null : `${slugOf(name)}@post.example`,
  phone: n % 3 === 2 ? null : `07700 900${100 + n}`,
  billing_address: n % 2 ? null : street(n + 5),
  billing_postcode: n % 2 ? null : at(postcodes, n + 1),
  delivery_address: null,
  delivery_postcode: null,
  country: 'GB',
  delivery_country: null,
  vat_number: null,
  tax_number: null,
  payment_terms_days: 30,
  credit_limit: null,
  consent: at(['not_asked', 'given', 'not_asked'], n),
  tags: n % 5 === 0 ? ['regular'] : [],
  notes: null,
  status: 'active',
}));

/** Thirty customers: shops and kitchens that buy on account, and people who gave their name at the till. */
export const demoCustomers: readonly CustomerWrite[] = [...demoCompanies, ...demoPeople];

/** The same person entered twice; the demo merges the two. */
export const demoDuplicate: CustomerWrite = {
  ...(demoPeople[0] as CustomerWrite),
  name: 'A. Fenwick',
  email: null,
  billing_address: null,
  billing_postcode: null,
  notes: 'Collects on Saturdays',
  tags: ['collects'],
};
