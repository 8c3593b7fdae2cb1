import {
  brands,
  categories,
  expenseCategories,
  type PlainMasterCalls,
  type SubCategoryCalls,
  subCategories,
  type UnitCalls,
  units,
} from '#domain/masters/master.contract';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { read, type Route, write } from '../../platform/http/route';
import { removeMaster } from './delete-master';
import { type MasterKind, masterKinds } from './master-kinds';
import { listMasters, type StoredMaster, streamMasters } from './masters.queries';
import { createMaster, editMaster } from './save-master';

/** The routes of one master: the contract's five calls and its export. */
function routesOf(kind: MasterKind, calls: PlainMasterCalls | SubCategoryCalls | UnitCalls): Route[] {
  return [
    read(calls.list, ({ db, query }) => listMasters(db, kind, query)),
    read(calls.export, async ({ db, query }) =>
      exportReply(kind.table, query.format, exportColumns(kind), streamMasters(db, kind, query)),
    ),
    write(calls.create, ({ ctx, body }) => createMaster(ctx, kind, body)),
    write(calls.update, ({ ctx, params, body }) => editMaster(ctx, kind, params.id, body)),
    write(calls.remove, ({ ctx, params }) => removeMaster(ctx, kind, params.id)),
  ];
}

const exportColumns = (kind: MasterKind) => [
  ...(kind.table === 'sub_categories'
    ? [
        {
          header: 'Category',
          kind: 'text' as const,
          value: (row: StoredMaster) => row.category?.name ?? null,
        },
      ]
    : []),
  { header: 'Name', kind: 'text' as const, value: (row: StoredMaster) => row.name },
  { header: 'Status', kind: 'text' as const, value: (row: StoredMaster) => row.status },
];

export const masterRoutes: Route[] = [
  ...routesOf(masterKinds.categories, categories),
  ...routesOf(masterKinds.brands, brands),
  ...routesOf(masterKinds.units, units),
  ...routesOf(masterKinds.expenseCategories, expenseCategories),
  ...routesOf(masterKinds.subCategories, subCategories),
];
