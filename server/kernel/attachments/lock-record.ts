import { sql } from 'kysely';
import type { WriteContext } from '../../platform/http/context';
import { ensureFound } from '../../platform/http/refusal';

/** Locks a record that can always have more files, and returns its number for the audit log. 404 as `noun`. */
export const lockRecord =
  (
    table: 'purchase_orders' | 'supplier_bills' | 'sales',
    numberColumn: 'number' | 'po_number',
    noun: string,
  ) =>
  async ({ tx }: WriteContext, id: number): Promise<string> => {
    const { rows } = await sql<{ number: string }>`
      select ${sql.ref(numberColumn)} as number from ${sql.table(table)} where id = ${id} for update`.execute(
      tx,
    );
    return ensureFound(rows[0], noun).number;
  };
