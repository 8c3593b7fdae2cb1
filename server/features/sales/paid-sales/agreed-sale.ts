import { sql } from 'kysely';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import type { PriceMode } from '#domain/kernel/vat';
import { remainingOfLine } from '#domain/sales/remaining-of-line';
import type { AgreedLine, AgreedSale } from '#domain/sales/agreed-parts';
import type { Tx } from '../../../platform/database/open-database';
import type { SaleLedger, StoredSale } from '../stored-sale';

type Row = Pick<AgreedLine, 'productId' | 'listPrice' | 'unitPrice'> & {
  quantity: string;
  left: string;
  leftAmount: Pence;
  basketDiscount: Pence;
  mode: PriceMode;
};

/**
 * The agreed terms of a sale being edited: what is left of each line, agreed with the customer it was sold to or the one
 * they were merged into. `owed` is its balance due.
 */
export async function findAgreedSale(
  tx: Tx,
  { sale, ledger, owed }: { sale: StoredSale; ledger: SaleLedger; owed: Pence },
): Promise<AgreedSale> {
  const { rows } = await sql<Row>`
    select l.product_id as "productId", l.quantity::text as quantity, (l.quantity - l.refunded_quantity)::text as left,
      case s.price_mode when 'inclusive' then l.gross_pence - l.refunded_gross_pence
        else l.gross_pence - l.refunded_gross_pence - l.vat_pence + l.refunded_vat_pence end as "leftAmount",
      l.list_price_pence as "listPrice", l.unit_price_pence as "unitPrice", l.cart_discount_pence as "basketDiscount",
      s.price_mode as mode
    from sale_lines l join sales s on s.id = l.sale_id where l.sale_id = ${sale.id} order by l.line_number`.execute(
    tx,
  );
  const lines = rows.map(row => ({
    productId: row.productId,
    listPrice: row.listPrice,
    unitPrice: row.unitPrice,
    ...remainingOfLine({
      ...row,
      quantity: quantityFromText(row.quantity),
      remaining: { quantity: quantityFromText(row.left), amount: row.leftAmount },
    }),
  }));
  return {
    mode: rows[0]?.mode ?? 'inclusive',
    customerId: ledger.party?.id ?? sale.customer.id,
    lines,
    basketDiscount: sum(lines.map(line => line.basketDiscount)),
    beforeBasketDiscount: toPence(lines.reduce((total, line) => total + line.amount - line.lineDiscount, 0)),
    onAccount: owed,
  };
}
