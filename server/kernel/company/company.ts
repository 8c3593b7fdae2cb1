import * as z from 'zod';
import type { Reader } from '../../platform/database/open-database';

const company = z.object({ name: z.string(), lines: z.array(z.string()).default([]) });

/** The firm that uses the product, as it stands at the head of its documents. */
export type Company = z.output<typeof company>;

const unnamed: Company = { name: 'Counterfoil', lines: [] };

/** The firm's name and, below it, its address and numbers; the product's name until it has told its own. */
export async function findCompany(db: Reader): Promise<Company> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'company').executeTakeFirst();
  return companyFrom(row?.value);
}

/** The firm as its setting holds it; unnamed where there is none. */
export const companyFrom = (setting: unknown): Company => company.safeParse(setting).data ?? unnamed;
