import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { BodySent } from '#domain/kernel/call';
import { poundsFromPence, toPence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import type { ProductWrite } from '#domain/products/product.contract';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { londonDate } from '#domain/kernel/dates';
import { credit, debit, postJournal, systemAccounts } from '../../server/kernel/ledger';
import { moveStock } from '../../server/kernel/stock';
import { recordTillCash } from '../../server/kernel/tills';
import type { Database } from '../../server/platform/database/open-database';
import { asBookkeeper } from './books';
import { someProduct } from './products';
import type { Caller, TestApp } from './test-app';

export type SaleSent = BodySent<typeof sales.complete>;
export type RefundSent = BodySent<typeof sales.refund>;

/** A product with this many units in stock at `cost` pence each. By default the price is 2.40 including VAT at 20%. */
export async function stockedProduct(
  db: Database,
  { pieces = '100', cost = 100, ...product }: Partial<ProductWrite> & { pieces?: string; cost?: number } = {},
): Promise<number> {
  const id = await someProduct(db, product);
  const quantity = quantityFromText(pieces);
  if (quantity > 0)
    await asBookkeeper(db, async ctx => {
      const document = { type: 'opening_stock', id, number: null };
      const businessDate = londonDate(ctx.now);
      const value = toPence(Math.round((quantity * cost) / 1000));
      await moveStock(ctx, {
        businessDate,
        kind: 'opening',
        document,
        movements: [{ productId: id, line: 1, quantity, value }],
      });
      await postJournal(ctx, {
        businessDate,
        kind: 'opening',
        narrative: 'Opening stock',
        document,
        lines: [debit(systemAccounts.inventory, value), credit(systemAccounts.capital, value)],
      });
    });
  return id;
}

let codes = 0;

/** An open session of a new register, with this float in pence. */
export async function openTill(db: Database, float = 10_000): Promise<number> {
  codes += 1;
  return asBookkeeper(db, async ctx => {
    const { rows } = await sql<{ id: number }>`
      with register as (
        insert into registers (name, code, created_at, updated_at)
        values (${`Register ${codes}`}, ${`R${codes}`}, now(), now()) returning id)
      insert into till_sessions (register_id, opened_by, opened_at, business_date, opening_float_pence)
      select id, ${ctx.actor.id}, now(), ${londonDate(ctx.now)}, ${float} from register returning id`.execute(
      ctx.tx,
    );
    const id = rows[0]?.id ?? 0;
    const document = { type: 'till_session', id, number: null };
    const amount = toPence(float);
    const journal = await postJournal(ctx, {
      businessDate: londonDate(ctx.now),
      kind: 'till_cash',
      narrative: 'Opening float',
      document,
      lines: [debit(systemAccounts.tillCash, amount), credit(systemAccounts.pettyCash, amount)],
      isCounted: true,
    });
    await recordTillCash(ctx, {
      sessionId: id,
      kind: 'float',
      amount,
      journalId: journal?.id ?? 0,
      document,
    });
    return id;
  });
}

/** A customer with a credit limit in pence; null for none. */
export async function customerWithCredit(
  db: Database,
  limit: number | null,
  name = 'Ada Byrne',
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into customers (name, credit_limit_pence, created_at, updated_at) values (${name}, ${limit}, now(), now())
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** A cashier's everyday actions through the API. */
export function shopFloor(
  shop: () => { readonly app: TestApp; readonly seller: Caller; readonly till: number },
) {
  const sent = (lines: SaleSent['lines'], total: number, more: Partial<SaleSent> = {}): SaleSent => ({
    client_id: randomUUID(),
    channel: 'till',
    session_id: shop().till,
    lines,
    expected_total: poundsFromPence(total),
    tenders: total === 0 ? [] : [{ method: 'cash', tendered: poundsFromPence(total) }],
    ...more,
  });
  const complete = (body: SaleSent, who: Caller = shop().seller) => who.call(sales.complete, { body });
  return {
    sent,
    complete,
    /** Sells for cash, and fails the test when that is refused. */
    sold: async (
      lines: SaleSent['lines'],
      total: number,
      more: Partial<SaleSent> = {},
    ): Promise<SaleDetail> => {
      const { reply, refusal } = await complete(sent(lines, total, more));
      if (!reply) throw new Error(JSON.stringify(refusal));
      return reply;
    },
    refund: (
      sale: { id: number },
      lines: RefundSent['lines'],
      total: number,
      more: Partial<RefundSent> = {},
      who: Caller = shop().seller,
    ) =>
      who.call(sales.refund, {
        params: { id: sale.id },
        body: {
          client_id: randomUUID(),
          session_id: shop().till,
          reason: 'Changed their mind',
          lines,
          expected_total: poundsFromPence(total),
          tenders: total === 0 ? [] : [{ method: 'cash', amount: poundsFromPence(total) }],
          ...more,
        },
      }),
  };
}
