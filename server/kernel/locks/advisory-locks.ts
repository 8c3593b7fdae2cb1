import type { AdvisoryLock } from '../../platform/database/advisory-lock';

/** Every lock that is not a row lock. Each is named here only, and taken by `takeLock` or `tryLock` (F91). */
export const locks = {
  firstRegistration: {
    name: 'first registration',
    protects: 'only one of two simultaneous first registrations becomes the administrator',
  },
  signIn: { name: 'sign-in', protects: 'sign-in attempts for an account are counted one at a time' },
  setting: { name: 'setting', protects: 'one setting that may have no row yet' },
  vatRates: { name: 'vat rates', protects: 'the start dates of the VAT rates' },
  logo: { name: 'logo', protects: 'the company logo, which may have no row yet' },
  importOf: { name: 'import', protects: 'only one job at a time works on an import' },
  importsOfKind: {
    name: 'imports of',
    protects: 'imports of one kind run one after another, because they would wait for each other row by row',
  },
  exportsOf: { name: 'exports of', protects: 'no user has more exports running at once than are allowed' },
  receiptSeries: { name: 'receipt series', protects: 'the letters of the devices of a register' },
  sentDocument: {
    name: 'sent document',
    protects:
      'a document that a till sends twice under one id is posted once, and what is held under it is not voided meanwhile',
  },
  managers: {
    name: 'employees manager',
    protects: 'no employee becomes their own manager through two simultaneous changes',
    inTriggers: 'hashtextextended',
  },
  supplierInvoice: {
    name: 'supplier invoice',
    protects:
      'one invoice of a supplier is not entered as a bill and as an expense at once; held by entries of that invoice only',
    inTriggers: 'hashtextextended',
  },
  unapprovedExpenses: {
    name: 'unapproved expenses',
    protects: 'two expenses that a user submits at once do not pass the limit of approval together',
    inTriggers: 'hashtextextended',
  },
  billsOfUser: {
    name: 'bills of a user',
    protects: 'two bills without an order that a user records at once do not pass the limit together',
  },
  runScan: {
    name: 'notification scan',
    protects: 'only one scan at a time looks for notifications of a kind',
  },
  paidOut: {
    name: 'cash paid out',
    protects: 'no user pays out more cash in a day than needs no approval, at two tills at once',
    inTriggers: 'hashtextextended',
  },
  writtenOff: {
    name: 'stock written off',
    protects: 'a user does not pass the limit of a day by two write-offs or stocktakes posted at once',
  },
  drawer: { name: 'drawer', protects: 'no till session pays out more cash than it holds' },
  categoryAccounts: {
    name: 'accounts of expense categories',
    protects: 'two categories do not take the same account',
  },
  safe: { name: 'safe', protects: 'the safe pays out no more cash than it holds' },
  books: {
    name: 'books lock',
    protects: 'nothing is posted while a VAT return is filed, the lock date moves or past days are added up',
    inTriggers: 'hashtext',
  },
  demoData: {
    name: 'demo data',
    protects: 'only one of two servers that start on an empty database adds the demo data',
  },
  sampleData: {
    name: 'sample data',
    protects: 'only one of two users who add the sample data at once does so',
  },
  backups: {
    name: 'counterfoil backups',
    protects: 'no stored file is deleted while a backup is written or tested',
  },
} as const satisfies Readonly<Record<string, AdvisoryLock>>;
