import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { hasPermission } from '#domain/kernel/access';
import { londonDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { requirePresent } from '#domain/kernel/require-present';
import { calculateSale } from '#domain/sales/calculate-sale';
import type { WriteContext } from '../../platform/http/context';
import { loadPriceRules } from '../prices';
import { completeSale } from '../sales';
import { receivePayment } from '../wallet';
import { sampleCustomers, type SampleSale, sampleSales } from './sample-records';
import { act, type DatedStep } from './sample-step';

/** The sales, and the payment of the first one on account. */
export const sellingSteps: readonly DatedStep[] = [
  ...sampleSales.map(sale => act(sale.daysAgo, (ctx, idOf) => sell(ctx, idOf, sale))),
  act(4, (ctx, idOf) => receiveWhatIsDue(ctx, idOf('customer 0'))),
];

async function sell(
  ctx: WriteContext,
  idOf: (name: string) => number,
  { lines: sold, customer }: SampleSale,
): Promise<void> {
  const lines = sold.map(([product, quantity]) => ({
    product_id: idOf(`product ${product}`),
    quantity: wholeUnits(quantity),
  }));
  const date = londonDate(ctx.now);
  const ids = lines.map(({ product_id }) => product_id);
  const rules = requirePresent(
    await loadPriceRules(ctx.tx, ids, null, date),
    'The price of a sample product',
  );
  const { gross } = calculateSale({ mode: 'inclusive', entries: lines, discount: null, rules, date });
  const isCompany = customer !== undefined && sampleCustomers[customer]?.kind === 'company';
  const isOnAccount = isCompany && hasPermission(ctx.actor, 'sell_on_account');
  await completeSale(ctx, {
    price_mode: 'inclusive',
    lines,
    expected_total: gross,
    client_id: randomUUID(),
    channel: 'desk',
    session_id: null,
    customer_id: customer === undefined ? null : idOf(`customer ${customer}`),
    tenders: [{ method: isOnAccount ? 'account' : 'credit_card', tendered: gross, reference: null }],
    was_offline: false,
    approvals: [],
  });
}

async function receiveWhatIsDue(ctx: WriteContext, customerId: number): Promise<void> {
  const { rows } = await sql<{ balance: Pence }>`
    select balance_pence as balance from party_balances where customer_id = ${customerId} and balance_pence > 0`.execute(
    ctx.tx,
  );
  if (!rows[0]) return;
  await receivePayment(ctx, customerId, {
    amount: rows[0].balance,
    payment_method: 'bank_transfer',
    top_up: false,
    allocations: [],
  });
}
