import { sql } from 'kysely';

/** Somebody with a ledger of their own. */
export type Party = { readonly kind: 'supplier' | 'customer'; readonly id: number };

/** The column of the party's kind; one of the two is filled on every row of a ledger. */
export const partyColumn = ({ kind }: Party) => sql.ref(kind === 'supplier' ? 'supplier_id' : 'customer_id');

/** Both columns of a row, for writing. */
export const partyColumns = (party: Party | undefined) => ({
  supplier_id: party?.kind === 'supplier' ? party.id : null,
  customer_id: party?.kind === 'customer' ? party.id : null,
});
