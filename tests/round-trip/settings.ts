import type { RecordKind } from './round-trip';
import type { World } from './world';

/** Records that exist once for the company, the user or another record: edited, never added. */
export const settings: Readonly<Record<string, (world: World) => Partial<RecordKind>>> = {
  '/selling-settings': () => ({}),
  '/purchasing-settings': () => ({}),
  '/expense-settings': () => ({}),
  '/get-started': () => ({
    given: { skipped: [['bank'], ['mail', 'backup']] },
    notCleared: ['skipped'],
    notInRefusal: { skipped: 'no form: the page reads the steps again' },
  }),
  '/settings/company': () => ({ given: { company_number: ['01234567', 'SC123456'] } }),
  '/settings/bank-details': () => ({
    given: {
      sort_code: ['20-00-00', '30-11-22'],
      account_number: ['12345678', '87654321'],
      iban: ['GB29NWBK60161331926819', 'DE89370400440532013000'],
    },
    // They are required together.
    notCleared: ['account_name', 'sort_code', 'account_number'],
  }),
  '/settings/receipts': () => ({}),
  '/settings/reminders': () => ({}),
  '/settings/email-wording': () => ({}),
  '/settings/security': () => ({}),
  '/settings/time-stamping': () => ({
    given: { address: ['https://tsa.example.com/tsr', 'http://stamps.example.com'] },
  }),
  '/settings/new-products': ({ units }) => ({ given: { unit_id: units } }),
  '/settings/approval-limits': () => ({}),
  '/settings/backups/plan': () => ({}),
  '/settings/mail-out': () => ({
    within: 'server',
    notShown: { password: 'never leaves the server' },
    notCleared: ['sent_copies'],
  }),
  '/settings/sign-in-provider': () => ({
    within: 'provider',
    notShown: { client_secret: 'never leaves the server' },
    given: { issuer: ['https://id.example.test', 'https://id.example.test/realms/shop'] },
  }),
  '/settings/financial-year': () => ({ given: { starts: ['01-01', '07-01'] } }),
  '/vat-periods': () => ({}),
  '/vat-registration': () => ({
    given: {
      is_registered: [true, true],
      vat_number: ['GB980780684', 'GB220430231'],
      registered_from: ['2020-01-01', '2020-02-01'],
      registered_until: [null, null],
    },
  }),
  '/emails/signature': () => ({ detail: '/emails/templates', notCleared: ['signature'] }),
  '/emails/mailbox': () => ({
    within: 'mailbox',
    notShown: { password: 'never leaves the server' },
    notCleared: ['sent_copies'],
    given: { host: ['imap.example.test', 'mail.example.test'] },
  }),
  '/suppliers/{id}/terms': ({ suppliers }) => ({
    at: { id: suppliers[0] },
    given: { vat_number: ['GB980780684', 'GB220430231'] },
  }),
  '/suppliers/{id}/prices/{product_id}': ({ suppliers, products }) => ({
    at: { id: suppliers[0], product_id: products[0] },
    detail: '/suppliers/{id}/prices',
    within: 'data.0',
    // The product's, as it was read.
    given: { buying_factor: ['1', '1'] },
    // Of the price and its day, neither is without the other.
    notCleared: ['agreed_price', 'agreed_from', 'buying_factor'],
  }),
  '/products/{id}/prices': ({ products, priceGroups }) => ({
    at: { id: products[0] },
    given: {
      group_prices: [
        [{ price_group_id: priceGroups[0], unit_price: '2.10' }],
        [{ price_group_id: priceGroups[1], unit_price: '1.90' }],
      ],
      breaks: [
        [{ price_group_id: priceGroups[0], from_quantity: '10', unit_price: '1.80' }],
        [{ price_group_id: null, from_quantity: '20', unit_price: '1.70' }],
      ],
    },
  }),
  '/employees/{id}/pay': ({ employees }) => ({
    at: { id: employees[0] },
    given: {
      sort_code: ['20-00-00', '30-11-22'],
      account_number: ['12345678', '87654321'],
      national_insurance_number: ['AB123456C', 'CE654321A'],
      tax_code: ['1257L', 'BR'],
    },
  }),
};
