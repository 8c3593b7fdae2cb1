import { type RawBuilder, sql } from 'kysely';
import { valuesIn } from '#domain/kernel/list-query';
import { problemWith, type ReportName, type ReportParams } from '#domain/reports/report-kinds';
import type { Reader } from '../../platform/database/open-database';

type ReportRef = { readonly id: number; readonly report: ReportName; readonly params: ReportParams };
type Thing = { readonly label: string; readonly table: string; readonly key?: 'code' };

/** The filters of reports that refer to records, and the table of each. */
const things: Readonly<Record<string, Thing>> = {
  category_id: { label: 'category', table: 'categories' },
  sub_category_id: { label: 'sub-category', table: 'sub_categories' },
  brand_id: { label: 'brand', table: 'brands' },
  cashier_id: { label: 'cashier', table: 'users' },
  person_id: { label: 'person', table: 'users' },
  register_id: { label: 'register', table: 'registers' },
  session_id: { label: 'till session', table: 'till_sessions' },
  customer_id: { label: 'customer', table: 'customers' },
  supplier_id: { label: 'supplier', table: 'suppliers' },
  account: { label: 'account', table: 'accounts', key: 'code' },
};

const isThere = ([param, { table, key }]: readonly [string, Thing]): RawBuilder<unknown> =>
  sql`when ${sql.lit(param)} then exists (select from ${sql.table(table)} t where ${
    key === 'code' ? sql`t.code = x.value` : sql`t.id = x.value::bigint`
  })`;

/** A party is a customer or a supplier, depending on the report. */
const paramOf = (report: ReportName, param: string): string =>
  param === 'party_id' ? (report === 'aged-debtors' ? 'customer_id' : 'supplier_id') : param;

const goneWords = (label: string, isSeveral: boolean): string =>
  isSeveral
    ? `The filter by ${label} includes one that no longer exists.`
    : `The ${label} used as a filter no longer exists.`;

/**
 * The problem with each saved report whose parameters are no longer valid or refer to a deleted record.
 * Valid reports are omitted. One query for all.
 */
export async function problemsOf(
  db: Reader,
  reports: readonly ReportRef[],
): Promise<ReadonlyMap<number, string>> {
  const references = reports.flatMap(({ id, report, params }) =>
    Object.entries(params)
      .flatMap(([name, text]) =>
        valuesIn(text).map((value, _, all) => ({
          id,
          param: paramOf(report, name),
          value,
          is_several: all.length > 1,
        })),
      )
      .filter(({ param, value }) => Object.hasOwn(things, param) && /^[1-9]\d{0,14}$/.test(value)),
  );
  const { rows } = await sql<{ id: number; param: string; is_several: boolean }>`
    select distinct x.id, x.param, x.is_several from jsonb_to_recordset(${JSON.stringify(references)}::jsonb) as x (id bigint, param text, value text, is_several boolean)
    where not case x.param ${sql.join(Object.entries(things).map(isThere), sql` `)} end`.execute(db);
  const gone = new Map(
    rows.map(({ id, param, is_several }) => [id, goneWords(things[param]?.label ?? param, is_several)]),
  );
  return new Map(
    reports.flatMap(({ id, report, params }): [number, string][] => {
      const problem = gone.get(id) ?? problemWith(report, params);
      return problem === null ? [] : [[id, problem]];
    }),
  );
}
