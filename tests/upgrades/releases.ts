import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', 'fixtures', 'releases');

export type Release = {
  readonly version: string;
  /** A backup that this release has made of its own demo data. */
  readonly backup: string;
  /** The hash of each of its migrations. */
  readonly migrations: string;
  /** What its database held, added up in that release. */
  readonly figures: Readonly<Record<string, string>>;
};

const release = (version: string, figures: Release['figures']): Release => ({
  version,
  backup: join(folder, `${version}.backup`),
  migrations: join(folder, `${version}.migrations.json`),
  figures,
});

/** Every released version whose schema differs from the one before. `node scripts/release-fixture.mjs` adds one. */
export const releases: readonly Release[] = [
  release('0.1.0', {
    Sales: '75, £3,222.12',
    'Credit notes': '1, £6.25',
    'Supplier bills': '175, £84,353.84',
    Journals: '805',
    Debits: '£500,018.34',
    Credits: '£500,018.34',
    'Income less expenses': '−£20,184.78',
    'Owed by customers': '£829.34',
    'Owed to suppliers': '£8,969.25',
    'Stock at cost': '£77,099.57',
    Customers: '32',
    Products: '44',
  }),
];
