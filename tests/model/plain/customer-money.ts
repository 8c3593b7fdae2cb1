import type { Whole } from './arithmetic';
import type { Item } from './parties';
import type { Selling } from './selling';
import { customerName } from './sold';
import type { StepOf } from './steps';
import { mustExist, need, type World } from './world';

export type Money = {
  readonly amount: Whole;
  readonly direction: 'in' | 'out';
  readonly item: Item;
  isReversed: boolean;
};

/** Money from customers and to them, besides sales (rules W2 to W6, M10). */
export class CustomerMoney {
  readonly moves = new Map<number, Money>();
  private readonly world: World;
  private readonly selling: Selling;

  constructor(world: World, selling: Selling) {
    this.world = world;
    this.selling = selling;
  }

  take({ n, customer, amount: pence, topUp, parts, day }: StepOf<'take money'>): void {
    const { ledger, parties } = this.world;
    need(this.world.canPostOn(day), `${day} is closed`);
    const amount = BigInt(pence);
    const named = parts.map(([sale, part]) => {
      const invoice = mustExist(this.selling.sales.get(sale)?.invoice ?? undefined, 'invoice');
      need(
        invoice.party === customerName(customer) && BigInt(part) <= invoice.open,
        'exceeds the open amount',
      );
      return { invoice, part: BigInt(part) };
    });
    ledger.post(day, [
      ['1020', amount],
      ['1100', -amount],
    ]);
    const party = customerName(customer);
    const item = parties.add({ document: `money ${n}`, party, side: 'credit', amount, day, due: null });
    // W6: the named invoices, else the oldest due first, unless it is kept on account.
    for (const { invoice, part } of named) parties.settle(item, invoice, day, part);
    if (named.length === 0 && !topUp)
      for (const debit of parties.open(party, 'debit')) parties.settle(item, debit, day);
    this.moves.set(n, { amount, direction: 'in', item, isReversed: false });
  }

  payOut({ n, customer, amount: pence }: StepOf<'pay out'>): void {
    const { ledger, parties, today } = this.world;
    const amount = BigInt(pence);
    need(amount <= this.selling.wallet(customer), 'wallet balance too low');
    ledger.post(today, [
      ['1100', amount],
      ['1020', -amount],
    ]);
    const party = customerName(customer);
    const item = parties.add({ document: `money ${n}`, party, side: 'debit', amount, day: today, due: null });
    this.selling.spend(item, amount, today);
    this.moves.set(n, { amount, direction: 'out', item, isReversed: false });
  }

  /** L1, L2: the mirror, today; whatever it had settled is open again, but for what its own credit notes clear (W9). */
  reverse({ money: number }: StepOf<'reverse money'>): void {
    const { ledger, parties, today } = this.world;
    const money = mustExist(this.moves.get(number), `money ${number}`);
    need(!money.isReversed, 'reversed before');
    const sign = money.direction === 'in' ? 1n : -1n;
    ledger.post(today, [
      ['1100', sign * money.amount],
      ['1020', -sign * money.amount],
    ]);
    parties.free(money.item, today);
    const mirror = parties.add({
      document: `money ${number}`,
      party: money.item.party,
      side: money.direction === 'in' ? 'debit' : 'credit',
      amount: money.amount,
      day: today,
      due: null,
    });
    parties.settle(money.item, mirror, today);
    this.selling.clearByOwnNotes(money.item.party);
    money.isReversed = true;
  }
}
