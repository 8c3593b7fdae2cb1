import { sql } from 'kysely';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import type { PriceMode } from '#domain/kernel/vat';
import type { AgreedLine, AgreedSale } from '#domain/sales/standing';
import type { Tx } from '../../platform/database/open-database';
import type { StoredSale } from './stored-sale';

type Row = Omit<AgreedLine, 'quantity'> & {
  quantity: string;
  amount: Pence;
  cartDiscount: Pence;
  mode: PriceMode;
};

/** What a sale was agreed on, line by line, while it is held for being edited. `owed` is what is still open of it. */
export async function findAgreedSale(tx: Tx, sale: StoredSale, owed: Pence): Promise<AgreedSale> {
  const { rows } = await sql<Row>`
    select l.product_id as "productId", l.quantity::text as quantity, l.list_price_pence as "listPrice",
      l.unit_price_pence as "unitPrice", l.amount_pence as amount, l.line_discount_pence as "lineDiscount",
      l.cart_discount_pence as "cartDiscount", s.price_mode as mode
    from sale_lines l join sales s on s.id = l.sale_id where l.sale_id = ${sale.id} order by l.line_number`.execute(
    tx,
  );
  return {
    mode: rows[0]?.mode ?? 'inclusive',
    customerId: sale.customer.id,
    lines: rows.map(({ quantity, ...line }) => ({ ...line, quantity: quantityFromText(quantity) })),
    cartDiscount: sum(rows.map(line => line.cartDiscount)),
    beforeCartDiscount: toPence(rows.reduce((total, line) => total + line.amount - line.lineDiscount, 0)),
    onAccount: owed,
  };
}
