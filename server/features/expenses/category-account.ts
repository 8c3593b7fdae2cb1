import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { recordAudit } from '../../kernel/audit';
import { ensureAccounts } from '../../kernel/ledger';
import { conflict } from '../../platform/http/refusal';
import { takeLock } from '../../platform/database/advisory-lock';
import { locks } from '../../kernel/locks';

type Category = { readonly id: number; readonly name: string; readonly account_code: string | null };

/**
 * The account of each expense category (rule L3: one each, from 6000 to 6890). It is assigned on the first
 * posting: an account with the category's name, or a new one.
 */
export async function accountsOfCategories(
  ctx: WriteContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const uniqueIds = [...new Set(ids)];
  let categories = await findCategories(ctx.tx, uniqueIds);
  if (categories.some(({ account_code }) => account_code === null)) {
    // Serialised, so that two requests cannot choose the same code.
    await takeLock(ctx.tx, locks.categoryAccounts);
    categories = await findCategories(ctx.tx, uniqueIds);
    for (const category of categories) if (category.account_code === null) await giveAccount(ctx, category);
    categories = await findCategories(ctx.tx, uniqueIds);
  }
  await ensureAccounts(
    ctx.tx,
    categories.map(({ account_code, name }) => ({ account: account_code ?? '', field: 'lines', of: name })),
  );
  return new Map(categories.map(({ id, account_code }) => [id, account_code ?? '']));
}

async function findCategories(tx: Tx, ids: readonly number[]): Promise<Category[]> {
  const { rows } = await sql<Category>`
    select id, name, account_code from expense_categories where id = any(${[...ids]}::bigint[]) order by id`.execute(
    tx,
  );
  return rows;
}

/**
 * A free and active account with the category's name is used; if another account has the name, the new one appends its
 * code.
 */
async function giveAccount(ctx: WriteContext, { id, name }: Category): Promise<void> {
  const { rows } = await sql<{ code: string | null; is_new: boolean }>`
    with same as (
      select code from accounts a where lower(a.name) = lower(${name}) and a.kind = 'expense' and a.status = 'active' and a.code between '6000' and '6890'
        and not exists (select from expense_categories c where c.account_code = a.code)
    ), free as (
      select to_char(n, 'FM0000') as code from generate_series(6000, 6890) n
      where not exists (select from accounts a where a.code = to_char(n, 'FM0000')) order by n % 10 <> 0, n limit 1
    ), added as (
      insert into accounts (code, name, kind, normal_side, created_at, updated_at)
      select code, ${name}::text || case when exists (select from accounts a where lower(a.name) = lower(${name}))
        then ' (' || code || ')' else '' end, 'expense', 'debit', ${ctx.now}, ${ctx.now}
      from free where not exists (select from same) returning code
    ), chosen as (select code, false as is_new from same union all select code, true from added)
    update expense_categories set account_code = chosen.code from chosen where id = ${id}
    returning chosen.code, chosen.is_new`.execute(ctx.tx);
  const [updated] = rows;
  if (!updated?.code)
    throw conflict(
      'Accounts 6000 to 6890 are all in use, so a category cannot be added. Use an existing category.',
    );
  recordAudit(ctx, {
    action: 'given_account',
    recordType: 'expense_category',
    recordId: id,
    recordName: name,
    after: { account: updated.code, is_new: updated.is_new },
  });
}
