/** The name of a ledger item. */
const kindWords: Readonly<Record<string, string>> = {
  opening: 'Opening item',
  bill: 'Bill',
  invoice: 'Invoice',
  payment: 'Payment',
  receipt: 'Receipt',
  top_up: 'Top-up',
  withdrawal: 'Paid out',
  refund: 'Refund',
  credit_note: 'Credit note',
  transfer: 'Transfer',
  write_off: 'Written off',
  adjustment: 'Adjustment',
  reversal: 'Reversal',
};

/** The name of an item with its description. */
export function itemWords({ kind, description }: { kind: string; description: string | null }): string {
  const name = kindWords[kind] ?? kind;
  if (description === null || description.startsWith(name) || description.startsWith('Bounced: '))
    return description ?? name;
  return `${name}: ${description}`;
}
