import type { AdvisoryLock } from '../../platform/database/advisory-lock';

/** Every lock that is not a row lock. Each is named here only, and taken by `takeLock` or `tryLock` (F91). */
export const locks = {
  firstRegistration: {
    name: 'first registration',
    protects: 'of two who register first at once, one becomes administrator',
  },
  signIn: { name: 'sign-in', protects: 'tries for one account are counted one by one' },
  setting: { name: 'setting', protects: 'one setting that may have no row yet' },
  vatRates: { name: 'vat rates', protects: 'the days from which the rates hold' },
  logo: { name: 'logo', protects: 'the logo of the firm, which may have no row yet' },
  importOf: { name: 'import', protects: 'one import is worked on once at a time' },
  importsOfKind: {
    name: 'imports of',
    protects: 'imports of one kind run one after another: they would wait for each other row by row',
  },
  receiptSeries: { name: 'receipt series', protects: 'the letters of the devices at one register' },
  sentDocument: {
    name: 'sent document',
    protects: 'what a till sends twice under one id is posted once',
  },
  managers: {
    name: 'employees manager',
    protects: 'no employee becomes their own manager through two changes at once',
    inTriggers: 'hashtextextended',
  },
  runScan: { name: 'look-around', protects: 'notices of one kind are looked for once at a time' },
  drawer: { name: 'drawer', protects: 'no more cash is taken out of a till session than is in it' },
  categoryAccounts: {
    name: 'accounts of expense categories',
    protects: 'two categories do not take the same account',
  },
  safe: { name: 'safe', protects: 'no more cash is taken out of the safe than is in it' },
  books: {
    name: 'books lock',
    protects: 'nothing is posted while a VAT return is filed, the lock date moves or past days are added up',
    inTriggers: 'hashtext',
  },
  demoData: {
    name: 'demo data',
    protects: 'of two servers that start on one empty database, one fills it with the invented firm',
  },
  backups: {
    name: 'counterfoil backups',
    protects: 'no stored file goes while a backup is written or tried',
  },
} as const satisfies Readonly<Record<string, AdvisoryLock>>;
