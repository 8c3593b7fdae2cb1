import { sql } from 'kysely';
import { nameOfOtherExpense } from '#domain/expenses/other-expense';
import { formatDate } from '#domain/kernel/dates';
import type { CashMovementWrite } from '#domain/tills/cash-movement';
import type { TillReceipt } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';

/**
 * The receipt of cash paid out, if its number and the seller's VAT number are given: entered once, out of any till, as an
 * expense or as a bill (rule V18, decision 155). Its lock is taken before anything is posted.
 */
export async function lockReceipt(
  ctx: WriteContext,
  { kind, reference, vat_number: vatNumber }: CashMovementWrite,
): Promise<TillReceipt | null> {
  if (kind !== 'paid_out' || reference == null || vatNumber == null) return null;
  await sql`select lock_supplier_invoice(${vatNumber}::text, ${reference}::text) as locked`.execute(ctx.tx);
  const { rows } = await sql<{ other: string | null }>`
    select entered_as(${vatNumber}, ${reference}) as other`.execute(ctx.tx);
  const other = rows[0]?.other ?? null;
  if (other !== null)
    throw invalid({
      reference: `${reference} with this VAT number has already been ${wordsOf(other)}. Check that it is not paid twice; if it is another receipt, add its date to the number.`,
    });
  return { number: reference, vatNumber };
}

function wordsOf(other: string): string {
  const [kind, ...words] = other.split(' ');
  const name = words.join(' ');
  if (kind === 'till') return `paid out of a till on ${formatDate(name)}`;
  return kind === 'bill' ? `recorded as ${name}` : `entered as ${nameOfOtherExpense(name)}`;
}
