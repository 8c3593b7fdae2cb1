import { type RawBuilder, sql } from 'kysely';

/** A basket as a till stored it, without its customer and what was typed for them (rule K3). The goods stay. */
export const basketWithoutPerson = (basket: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  ${basket} || jsonb_build_object('customer', null, 'customerReference', '', 'deliveryAddress', '', 'notes', '')
    || case when jsonb_typeof(${basket} -> 'lines') = 'array' then jsonb_build_object('lines', (
      select coalesce(jsonb_agg(case when jsonb_typeof(line) = 'object' then line || '{"note": ""}' else line end order by n), '[]')
      from jsonb_array_elements(${basket} -> 'lines') with ordinality as lines (line, n))) else '{}' end)`;

/** What a held sale `h` is called once its name is erased. */
export const neutralName: RawBuilder<string> = sql`'Held sale ' || h.id`;
