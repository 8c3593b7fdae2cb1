import { sql } from 'kysely';
import type { Reader } from '../../platform/database/open-database';
import { type Company, findCompany } from './company';

/** The logo: a small PNG. */
export type Logo = { readonly width: number; readonly height: number; readonly address: string };

/** The logo as a data URL, so that pages and documents need no request. */
export async function findLogo(db: Reader): Promise<Logo | null> {
  const { rows } = await sql<Logo>`
    select width, height, 'data:image/png;base64,' || replace(encode(content, 'base64'), chr(10), '') as address
    from company_logo`.execute(db);
  return rows[0] ?? null;
}

/** The logo of the document header. */
type Letterhead = Company & { readonly logo: Logo | null };

export const findLetterhead = async (db: Reader): Promise<Letterhead> => ({
  ...(await findCompany(db)),
  logo: await findLogo(db),
});
