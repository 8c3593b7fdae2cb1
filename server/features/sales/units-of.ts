import { type RawBuilder, sql } from 'kysely';
import { type Quantity, textFromQuantity } from '#domain/kernel/quantity';

/** How many units the lines of a document are of. The database adds them up: exactly, whatever their size. */
export const unitsOf = (lines: readonly { readonly quantity: Quantity }[]): RawBuilder<string> =>
  sql`(select coalesce(sum(quantity), 0) from unnest(${lines.map(({ quantity }) => textFromQuantity(quantity))}::numeric[]) quantity)`;
