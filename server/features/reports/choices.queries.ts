import type { ReplyOf } from '#domain/kernel/call';
import type { salesSummaries } from '#domain/reports/sales-summary.contract';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database/open-database';

type Choices = ReplyOf<typeof salesSummaries.choices>;

/** What reports can be filtered by: everyone who sells, and every register, category and brand. */
export async function findChoices(db: Reader): Promise<Choices> {
  const named = async (table: 'users' | 'registers' | 'categories' | 'brands') =>
    (
      await sql<
        Choices['brands'][number]
      >`select id, name from ${sql.table(table)} order by name, id limit 1000`.execute(db)
    ).rows;
  const [cashiers, registers, categories, brands] = await Promise.all([
    named('users'),
    named('registers'),
    named('categories'),
    named('brands'),
  ]);
  return { cashiers, registers, categories, brands };
}
