import type { Item, Ledgers } from './random-ledgers';

/** Half away from zero. */
const rounded = (amount: number, of: number): number =>
  Math.sign(amount) * Math.floor((2 * Math.abs(amount) + of) / (2 * of));

/**
 * What the cash basis adds to the postings of a day, by document and account (decision 106), calculated document by
 * document: what is settled of it that evening, less what was the evening before, less what was posted.
 */
export function settledByHand(ledgers: Ledgers, day: number): Map<string, number> {
  const result = new Map<string, number>();
  for (const { id, day: posted } of ledgers.journals) {
    const lines = ledgers.lines.filter(
      line => line.journal_id === id && line.account !== '1100' && line.account !== '2100',
    );
    const owes = lines.reduce((sum, { amount }) => sum + amount, 0) > 0 ? 'debit' : 'credit';
    const own = ledgers.items.filter(
      item => item.journal_id === id && item.side === owes && item.origin === null,
    );
    const total = own.reduce((sum, { amount }) => sum + amount, 0);
    if (lines.length === 0 || total === 0) continue;
    const settled = (until: number) => Math.min(Math.max(settledUntil(ledgers, own, until), 0), total);
    for (const { account, amount } of lines) {
      if (account.startsWith('22')) continue;
      const counted = (until: number) => rounded(amount * settled(until), total);
      const added = counted(day) - counted(day - 1) - (day === posted ? amount : 0);
      if (added !== 0) result.set(`${id} ${account === '1200' ? 'goods' : account}`, added);
    }
  }
  return result;
}

/** Moving a debt with a merge settles nothing; what is settled of it afterwards does. */
function settledUntil({ items, allocations }: Ledgers, own: readonly Item[], until: number): number {
  const ids = new Set(own.map(({ id }) => id));
  for (const { id, origin } of items) if (origin !== null && ids.has(origin)) ids.add(id);
  const isMerge = new Set(items.filter(item => item.isMerge).map(({ id }) => id));
  return allocations
    .filter(({ day }) => day <= until)
    .filter(
      ({ debit, credit }) =>
        (ids.has(debit) && !isMerge.has(credit)) || (ids.has(credit) && !isMerge.has(debit)),
    )
    .reduce((sum, { amount }) => sum + amount, 0);
}
