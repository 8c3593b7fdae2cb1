import { paymentMethods, type TillMethod } from '#domain/settings/payment-methods.contract';
import type { Caller } from './test-app';

/** The current payment methods with these changes, ready to be saved. */
export async function methodsWith(boss: Caller, change: (method: TillMethod) => object | undefined) {
  const { data, version } = (await boss.call(paymentMethods.get)).reply;
  const methods = data.map(({ account, ...rule }) => ({
    ...rule,
    account_code: account?.code ?? null,
    ...change(rule.method),
  }));
  return { methods, version };
}

/** Saves them. Throws the message of a refusal. */
export async function changeMethods(boss: Caller, change: (method: TillMethod) => object): Promise<void> {
  const { refusal } = await boss.call(paymentMethods.save, { body: await methodsWith(boss, change) });
  if (refusal) throw new Error(refusal.message);
}
