import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import {
  chosenMethod,
  type PaymentMethods,
  type paymentMethods,
  type PaymentRules,
} from '#domain/settings/payment-methods.contract';
import { customerMoney } from '../../kernel/ledger';
import { type Current, findSetting, saveSetting } from '../../kernel/settings';
import { paymentSetting } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

export const getPaymentMethods = async (db: Reader): Promise<PaymentMethods> =>
  reply(db, await findSetting(db, paymentSetting));

/** Says how sales may be paid from now on. What a till sold without a network before it knew is taken all the same. */
export const savePaymentMethods = async (
  ctx: WriteContext,
  { methods, version }: BodyOf<typeof paymentMethods.save>,
): Promise<PaymentMethods> => reply(ctx.tx, await saveSetting(ctx, paymentSetting, methods, version));

async function reply(db: Reader, { value, version }: Current<PaymentRules>): Promise<PaymentMethods> {
  const { rows } = await sql<{ code: string; name: string }>`
    select code, name from accounts where code = any(${Object.values(customerMoney)}::text[])`.execute(db);
  const names = new Map(rows.map(({ code, name }) => [code, name]));
  const account = (method: keyof typeof customerMoney) => {
    const code = customerMoney[method];
    return { code, name: names.get(code) ?? '' };
  };
  return {
    data: [
      { method: 'cash' as const, account: account('cash'), is_taken: true, needs_reference: false },
      ...chosenMethod.options.map(method => ({ method, account: account(method), ...value[method] })),
    ],
    version,
  };
}
