import { type Day, sum, type VatCode, type Whole } from './arithmetic';

export type VatEntry = {
  readonly direction: 'output' | 'input';
  readonly taxPoint: Day;
  readonly code: VatCode;
  readonly net: Whole;
  readonly vat: Whole;
  /** The last day of the return that includes it; null until then. */
  returned: Day | null;
};

/** Double entry (rules L1 to L5): the movement of each account on each day. Debits are above zero. */
export class Ledger {
  private readonly days = new Map<Day, Map<string, Whole>>();
  readonly vat: VatEntry[] = [];
  /** The last step's postings, by `day account`. */
  readonly fresh = new Map<string, Whole>();
  /** The index in `vat` at which the last step begins. */
  freshVat = 0;

  beginStep(): void {
    this.fresh.clear();
    this.freshVat = this.vat.length;
  }

  post(day: Day, lines: readonly (readonly [account: string, amount: Whole])[]): void {
    if (sum(lines.map(([, amount]) => amount)) !== 0n)
      throw new Error(`The model's journal does not balance: ${lines.join(' / ')}`);
    const accounts = this.days.get(day) ?? new Map<string, Whole>();
    this.days.set(day, accounts);
    for (const [account, amount] of lines) {
      if (amount === 0n) continue;
      accounts.set(account, (accounts.get(account) ?? 0n) + amount);
      const key = `${day} ${account}`;
      this.fresh.set(key, (this.fresh.get(key) ?? 0n) + amount);
    }
  }

  addVat(
    direction: VatEntry['direction'],
    taxPoint: Day,
    lines: readonly { code: VatCode; net: Whole; vat: Whole }[],
  ): void {
    for (const { code, net, vat } of lines)
      this.vat.push({ direction, taxPoint, code, net, vat, returned: null });
  }

  /** The movement of each account between two days, both included. */
  movedBetween(from: Day, to: Day): Map<string, Whole> {
    const moved = new Map<string, Whole>();
    for (const [day, accounts] of this.days)
      if (day >= from && day <= to)
        for (const [account, amount] of accounts) moved.set(account, (moved.get(account) ?? 0n) + amount);
    return moved;
  }

  balance(account: string, at: Day = '9999-12-31'): Whole {
    return this.movedBetween('0000-01-01', at).get(account) ?? 0n;
  }
}

/** V24: the nine boxes of some entries, in pence; boxes 6 and 7 are rounded down to pounds. */
export function boxesOf(entries: readonly VatEntry[]): Whole[] {
  const entriesOf = (direction: VatEntry['direction']) =>
    entries.filter(entry => entry.direction === direction && entry.code !== 'O');
  const output = sum(entriesOf('output').map(({ vat }) => vat));
  const input = sum(entriesOf('input').map(({ vat }) => vat));
  const pounds = (pence: Whole) => (pence / 100n) * 100n;
  const [sales, purchases] = [
    pounds(sum(entriesOf('output').map(({ net }) => net))),
    pounds(sum(entriesOf('input').map(({ net }) => net))),
  ];
  const due = output - input;
  return [output, 0n, output, input, due < 0n ? -due : due, sales, purchases, 0n, 0n];
}
