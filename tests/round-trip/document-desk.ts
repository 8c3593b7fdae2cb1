import { sql } from 'kysely';
import { addDays, type CalendarDate, londonDate } from '#domain/kernel/dates';
import { fillSafe, someSupplier } from '../support/books';
import { customerWithCredit } from '../support/shop';
import type { TestApp } from '../support/test-app';
import { valueAt } from './compare';
import type { Json } from './distinct-values';
import type { MoneyDocument } from './money-document';

export type Reply = { readonly [key: string]: Json };

/** What documents are made of. Every table has ids of its own, so that no id can stand for another. */
export type DocumentDesk = Awaited<ReturnType<typeof documentDesk>>;

export type DocumentsByRoute = Readonly<Record<string, (desk: DocumentDesk) => Promise<MoneyDocument>>>;

export async function documentDesk(shop: TestApp) {
  await setIdsApart(shop);
  await fillSafe(shop.db);
  const [admin, other] = [await shop.as('admin'), await shop.as('admin')];
  const by =
    (token: string, method: 'GET' | 'POST' | 'PUT') =>
    async (path: string, body?: object): Promise<Reply> => {
      const response = await shop.app.inject({
        method,
        url: `/api${path}`,
        ...(body ? { payload: body } : {}),
        headers: { authorization: `Bearer ${token}` },
      });
      if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.body}`);
      return response.json<Reply>();
    };
  return {
    db: shop.db,
    app: shop,
    read: by(admin.token, 'GET'),
    made: by(admin.token, 'POST'),
    newId: async (path: string, body: object = {}) => idAt(await by(admin.token, 'POST')(path, body), 'id'),
    changed: by(admin.token, 'PUT'),
    /** By someone else, who approves. */
    agreed: by(other.token, 'POST'),
    other: {
      userId: other.userId,
      name: await nameOf(shop, other.userId),
    },
    supplier: () => someSupplier(shop.db),
    customer: () => customerWithCredit(shop.db, 10_000_000, `Customer ${(customers += 1)}`),
  };
}

let customers = 0;

const nameOf = async ({ db }: TestApp, id: number): Promise<string> =>
  (await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;

/** The id at a dotted path of a reply. */
export function idAt(record: unknown, path: string): number {
  const id = Number(valueAt(record, path));
  if (!Number.isInteger(id)) throw new Error(`${path} is no id: ${JSON.stringify(record)}`);
  return id;
}

/** A day that no field has unless it is sent. */
export const daysAgo = (days: number): CalendarDate => addDays(londonDate(new Date()), -days);

async function setIdsApart({ db }: TestApp): Promise<void> {
  await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass,
      greatest(coalesce(last_value, 1), 1000 * row_number() over (order by sequencename) + 1000000))
    from pg_sequences where schemaname = 'public'`.execute(db);
}
