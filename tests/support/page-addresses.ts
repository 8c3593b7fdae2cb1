import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { BulkListName } from '#domain/bulk-changes/bulk-change.contract';
import type { BulkEmailKind } from '#domain/bulk-emails/bulk-email.contract';
import { stepsWithPage } from '#domain/get-started/set-up-steps';
import type { ImportKind } from '#domain/imports/import-kinds';
import { isAllowed } from '#domain/kernel/access';
import { allPermissions, type Permission } from '#domain/kernel/permissions';
import { pos } from '#domain/pos/pos.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { onlyRow } from '../../server/platform/database/only-row';
import type { Database } from '../../server/platform/database/open-database';
import { sections } from '../../web/features/settings/sections';
import { csvOf, uploadTable } from './imports';
import { addressOfPage } from './page-permissions';
import type { Caller } from './test-app';

/** Adds the records that the demo data does not have, so that every page has one to show. */
export async function addMissingRecords(db: Database, admin: Caller): Promise<void> {
  const { rows } = await sql<{
    id: number;
  }>`select product_id as id from stock_pools where quantity > 5 limit 1`.execute(db);
  const adjusted = await admin.call(stockAdjustments.create, {
    body: { reason: 'damaged', note: null, lines: [{ product_id: rows[0]?.id ?? 0, quantity: '-1' }] },
  });
  expect(adjusted.status).toBe(200);
  const corrected = await admin.call(vatAdjustments.create, {
    body: { reason: 'error_correction', description: 'Figure of June', box_1: '10.00', account: '6900' },
  });
  expect(corrected.status).toBe(200);
  const checkedIn = await admin.call(pos.checkIn, {
    body: { device_id: randomUUID(), register_id: null, unsent: [] },
  });
  expect(checkedIn.status).toBe(200);
}

const importedWith: Readonly<Record<string, ImportKind>> = {
  create_product: 'products',
  create_supplier: 'suppliers',
  create_customer: 'customers',
  create_master: 'brands',
  create_expense: 'expenses',
  adjust_ledger: 'opening_invoices',
};

const active = { status: 'active' };
const listOf: Partial<Record<Permission, readonly [list: BulkListName, change: object]>> = {
  edit_customer: ['customers', active],
  edit_supplier: ['suppliers', active],
  edit_master: ['categories', active],
  approve_expense: ['expenses', { decision: 'approve' }],
  approve_variance: ['sale_exceptions', { note: null }],
};

/** A bulk change of a list that these permissions may change. */
async function changeOfList(db: Database, permissions: readonly Permission[]): Promise<number> {
  const [list, change] = listOf[permissions[0] ?? 'edit_product'] ?? ['products', active];
  const { rows } = await sql<{ id: number }>`
    insert into bulk_changes (list, filter, change, hash, state, row_count, unchanged_count, asked_by, created_by, alive_at, created_at)
    select ${list}, '{}', ${JSON.stringify(change)}::jsonb, repeat('a', 64), 'done', 1, 1, min(id), min(id), now(), now()
    from users returning id`.execute(db);
  return onlyRow(rows).id;
}

/** A bulk email of a kind that these permissions may see. */
async function bulkEmailOf(db: Database, permissions: readonly Permission[]): Promise<number> {
  const kinds: Partial<Record<Permission, BulkEmailKind>> = {
    view_ledger: 'statements',
    edit_sale: 'quotes',
    view_purchaseorder: 'orders',
    view_employee: 'employees',
  };
  const kind = kinds[permissions[0] ?? 'view_sale'] ?? 'invoices';
  const { rows } = await sql<{ id: number }>`
    insert into bulk_emails (kind, options, subject, message, state, row_count, left_out_count, created_by, alive_at, created_at)
    select ${kind}, '{"skip_recent": true}', 'From {{company}}', 'Please see attached.', 'done', 1, 1, min(id), now(), now()
    from users returning id`.execute(db);
  return onlyRow(rows).id;
}

/** The paths of a page: each section of Settings, and one of the user's own imports. */
export async function addressesOf(
  db: Database,
  path: string,
  person: Caller,
  permissions: readonly Permission[] = allPermissions,
): Promise<string[]> {
  if (path === '/settings/{section}')
    return sections
      .filter(({ access }) => isAllowed(access, { roles: [], permissions }))
      .map(({ id }) => `/settings/${id}`);
  if (path === '/start/{step}') return stepsWithPage.map(step => `/start/${step}`);
  if (path === '/bulk-changes/{id}') return [`/bulk-changes/${await changeOfList(db, permissions)}`];
  if (path === '/bulk-emails/{id}') return [`/bulk-emails/${await bulkEmailOf(db, permissions)}`];
  if (path !== '/imports/{id}') return [await addressOfPage(db, path)];
  const { id } = await uploadTable(person, importedWith[permissions[0] ?? ''] ?? 'brands', {
    name: 'new.csv',
    content: csvOf([['Name'], ['One'], ['Two']]),
  });
  return [`/imports/${id}`];
}
