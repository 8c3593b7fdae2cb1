import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import {
  isChosenMethod,
  type PaymentMethods,
  type paymentMethods,
  tillMethod,
} from '#domain/settings/payment-methods.contract';
import { changeSetting, type Current, findSetting } from '../../kernel/settings';
import { type StoredRules, paymentSetting, defaultAccountOf } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';

export const getPaymentMethods = async (db: Reader): Promise<PaymentMethods> =>
  reply(db, await findSetting(db, paymentSetting));

/**
 * Saves the payment methods and their accounts. Offline sales made under earlier rules are still accepted,
 * and posted payments do not move.
 */
export async function savePaymentMethods(
  ctx: WriteContext,
  { methods, version }: BodyOf<typeof paymentMethods.save>,
): Promise<PaymentMethods> {
  // Deactivating an account waits for this and then finds it in use.
  await sql`select from accounts where code = any(${methods.map(({ account_code }) => account_code)}::text[]) for share`.execute(
    ctx.tx,
  );
  const codes = new Set((await moneyAccounts(ctx.tx)).map(({ code }) => code));
  const saved = await changeSetting(
    ctx,
    paymentSetting,
    before => rulesOf(methods, { before, codes }),
    version,
  );
  return reply(ctx.tx, saved);
}

/** The rules as stored, with the accounts that each method had before. 422 where an account cannot be used. */
function rulesOf(
  methods: BodyOf<typeof paymentMethods.save>['methods'],
  { before, codes }: { readonly before: StoredRules; readonly codes: ReadonlySet<string> },
): StoredRules {
  const rules: Partial<Record<keyof StoredRules, StoredRules[keyof StoredRules]>> = {};
  for (const [position, { method, name, account_code, ...rule }] of methods.entries()) {
    const defaultAccount = defaultAccountOf(method);
    const isDefault = account_code === defaultAccount;
    if (!isDefault && !isChosenMethod(method))
      throw invalid({
        [`methods.${position}.account_code`]: 'The account of this payment method cannot be changed.',
      });
    if (!isDefault && !codes.has(account_code ?? ''))
      throw invalid({
        [`methods.${position}.account_code`]:
          'Choose an active cash or bank account with a code from 1011 to 1099.',
      });
    const account = isDefault ? null : account_code;
    const { account: storedAccount, earlier_accounts } = before[method];
    const earlier = new Set(earlier_accounts);
    if (storedAccount !== null) earlier.add(storedAccount);
    rules[method] = { ...rule, name: name ?? null, position, account, earlier_accounts: [...earlier] };
  }
  return rules as StoredRules;
}

/** The accounts a payment method can use. Drawers and petty cash are excluded, because they are counted. */
async function moneyAccounts(db: Reader): Promise<PaymentMethods['accounts']> {
  const { rows } = await sql<PaymentMethods['accounts'][number]>`
    select code, name from accounts where code between '1011' and '1099' and kind = 'asset' and not is_control
      and status = 'active' order by code`.execute(db);
  return rows;
}

async function reply(db: Reader, { value, version }: Current<StoredRules>): Promise<PaymentMethods> {
  const { rows } = await sql<{ code: string; name: string }>`
    select code, name from accounts where code between '1000' and '1099'`.execute(db);
  const names = new Map(rows.map(({ code, name }) => [code, name]));
  const data = tillMethod.options
    .toSorted((one, other) => value[one].position - value[other].position)
    .map(method => {
      const { name, is_taken, needs_reference, is_paid_back, opens_drawer, account } = value[method];
      const code = account ?? defaultAccountOf(method);
      return {
        method,
        name,
        is_taken,
        needs_reference,
        is_paid_back,
        opens_drawer,
        account: code === null ? null : { code, name: names.get(code) ?? '' },
      };
    });
  return { data, accounts: await moneyAccounts(db), version };
}
