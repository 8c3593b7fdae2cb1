import { mkdir } from 'node:fs/promises';
import { listErasedCustomers } from '../features/customers';
import { listErasedEmployees } from '../features/employees';
import { addErasures, keepErasures, type KeptErasure } from '../kernel/backups';
import type { Database, Reader } from '../platform/database/open-database';
import { handles, type JobHandler } from '../platform/jobs/job';

/** Everyone whose personal data was erased in this database. */
export async function listErasures(db: Reader): Promise<KeptErasure[]> {
  const customers = await listErasedCustomers(db);
  const employees = await listErasedEmployees(db);
  return [
    ...customers.map(({ id, created_at, erased_at }) => ({
      kind: 'customer' as const,
      id,
      created_at,
      erased_at,
    })),
    ...employees.map(({ id, created_at, erased_at }) => ({
      kind: 'employee' as const,
      id,
      created_at,
      erased_at,
    })),
  ];
}

/** Writes who was erased beside the backups: after each erasure, and every hour in case the folder was away. */
export const keepErasuresHandler = (db: Database, folder: string | undefined): JobHandler =>
  handles(keepErasures, async () => {
    if (folder === undefined) return;
    const erased = await listErasures(db);
    if (erased.length === 0) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await addErasures(folder, erased);
  });
