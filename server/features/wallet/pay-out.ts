import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import type { CustomerPayment, customerWallet } from '#domain/wallet/customer-wallet.contract';
import { payOutMethods } from '#domain/wallet/customer-payment';
import { ensureOpenDay } from '../../kernel/books-day';
import { ensureWalletCanPay, spendWallet } from '../../kernel/parties';
import { ensureCashMovesToday, ensureDrawerHolds } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import { getCustomerPayment } from './customer-payments.queries';
import { lockTillDrawer } from './drawers';
import { ensureNotBeforeSettled } from './not-before-settled';
import { lockCustomerLedger } from './open-customer';
import { postCustomerMoney } from './post-customer-payment';

/** Pays out a customer's unused credit, oldest first, and nothing else (rule W5). */
export async function payOut(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof customerWallet.payOut>,
): Promise<CustomerPayment> {
  const { amount, payment_method: method } = body;
  if (!payOutMethods.some(allowed => allowed === method))
    throw invalid({ payment_method: 'Pay out in cash, by bank transfer or by cheque.' });
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  const sessionId = await lockTillDrawer(ctx.tx, body);
  ensureCashMovesToday(ctx, { sessionId, businessDate, direction: 'out' });
  const customer = await lockCustomerLedger(ctx.tx, id, { settles: true });
  // First, so that amounts no one is owed do not tell what is in the drawer.
  await ensureWalletCanPay(ctx, { party: customer, amount });
  await ensureDrawerHolds(ctx.tx, sessionId, amount);
  const posted = await postCustomerMoney(ctx, {
    customer,
    kind: 'withdrawal',
    method,
    sessionId,
    amount,
    businessDate,
    dateReason: body.date_reason ?? null,
    reference: body.reference ?? null,
    notes: body.notes ?? null,
  });
  await spendWallet(ctx, { party: customer, debitItemId: posted.itemId, amount, businessDate });
  await ensureNotBeforeSettled(ctx.tx, {
    side: 'debit',
    itemId: posted.itemId,
    businessDate,
    what: 'The last of this credit was added',
  });
  return getCustomerPayment(ctx.tx, posted.id);
}
