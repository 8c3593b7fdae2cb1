import { sql } from 'kysely';

/** A customer or supplier with a ledger. */
export type Party = { readonly kind: 'supplier' | 'customer'; readonly id: number };

/** The column of the party's kind; exactly one of the two is set on every ledger row. */
export const partyColumn = ({ kind }: Pick<Party, 'kind'>) =>
  sql.ref(kind === 'supplier' ? 'supplier_id' : 'customer_id');

/** Both columns of a row, for writing. */
export const partyColumns = (party: Party | undefined) => ({
  supplier_id: party?.kind === 'supplier' ? party.id : null,
  customer_id: party?.kind === 'customer' ? party.id : null,
});
