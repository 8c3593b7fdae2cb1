type Others = {
  readonly part?: unknown;
  readonly supplier_id?: unknown;
  readonly kind?: unknown;
  readonly search?: unknown;
};

/** Whether ledger lines have a running balance: it needs one account, with every line (rule R9). */
export const balanceRuns = (
  accounts: readonly string[] | undefined,
  { part, supplier_id, kind, search }: Others,
): boolean => accounts?.length === 1 && [part, supplier_id, kind, search].every(value => value === undefined);
