import { listAudit } from '../server/features/audit/audit.queries';
import { type MasterKind, masterKinds } from '../server/features/masters/master-kinds';
import { listMasters } from '../server/features/masters/masters.queries';
import { listSuppliers } from '../server/features/suppliers/suppliers.queries';
import { listUsers } from '../server/features/users/users.queries';
import type { Database } from '../server/platform/database/open-database';
import type { Size } from './fill';

type Asked = { readonly page: number; readonly per_page: number; readonly search?: string };
type Twin = (db: Database, asked: Asked) => Promise<unknown>;

const byName = { sort_by: 'name', sort_order: 'asc' } as const;
const newestFirst = { sort_by: 'id', sort_order: 'desc' } as const;
const master =
  (kind: MasterKind, order: typeof byName | typeof newestFirst): Twin =>
  (db, asked) =>
    listMasters(db, kind, { ...order, ...asked });

/** What the raw twin runs for each list: the same SQL, sorted as the list is unasked. */
export const twins: Readonly<Record<string, Twin>> = {
  '/api/suppliers': (db, asked) => listSuppliers(db, { ...byName, ...asked }),
  '/api/units': master(masterKinds.units, byName),
  '/api/categories': master(masterKinds.categories, newestFirst),
  '/api/sub-categories': master(masterKinds.subCategories, byName),
  '/api/brands': master(masterKinds.brands, byName),
  '/api/expense-categories': master(masterKinds.expenseCategories, byName),
  '/api/users': (db, asked) => listUsers(db, { ...byName, ...asked }),
  '/api/audit': (db, asked) => listAudit(db, { ...newestFirst, ...asked }),
};

export function askedOf(url: URL): Asked {
  const search = url.searchParams.get('search');
  const page = Number(url.searchParams.get('page') ?? 1);
  return { page, per_page: 10, ...(search === null ? {} : { search }) };
}

/** Every list as it is opened; the suppliers searched and turned to a far page as well (page 500 of 2,000). */
export const measuredLists = ({ suppliers }: Size): string[] =>
  Object.keys(twins).flatMap(path =>
    path === '/api/suppliers' ? [path, `${path}?search=orders12`, `${path}?page=${suppliers / 40}`] : [path],
  );
