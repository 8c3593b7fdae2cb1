/** Somebody with a ledger of their own. Customers follow with selling. */
export type Party = { readonly kind: 'supplier'; readonly id: number };
