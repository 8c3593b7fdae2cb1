import type { Whole } from './arithmetic';
import type { Item } from './parties';
import type { Selling } from './selling';
import type { StepOf } from './steps';
import { mustExist, need, type World } from './world';

export type WriteOff = {
  readonly sale: number;
  readonly amount: Whole;
  readonly item: Item;
  isReversed: boolean;
};

/** Debts that will not be paid (rules W2, W4; row "bad debt" of the table of L, without a claim of VAT relief). */
export class WritingOff {
  readonly done = new Map<number, WriteOff>();
  private readonly world: World;
  private readonly selling: Selling;

  constructor(world: World, selling: Selling) {
    this.world = world;
    this.selling = selling;
  }

  writeOff({ n, sale: number, amount: pence }: StepOf<'write off'>): void {
    const { ledger, parties, today } = this.world;
    const invoice = mustExist(this.selling.sales.get(number)?.invoice ?? undefined, 'invoice');
    const amount = BigInt(pence);
    need(amount > 0n && amount <= invoice.open, 'not owed');
    need(invoice.day <= today, 'not owed yet');
    ledger.post(today, [
      ['6800', amount],
      ['1100', -amount],
    ]);
    const { party } = invoice;
    const item = parties.add({
      document: `write-off ${n}`,
      party,
      side: 'credit',
      amount,
      day: today,
      due: null,
    });
    parties.settle(item, invoice, today);
    this.done.set(n, { sale: number, amount, item, isReversed: false });
    mustExist(this.selling.sales.get(number), 'sale').writtenOff += amount;
  }

  /** L1: its mirror, today; the debt is owed again. */
  reverse({ writeOff: number }: StepOf<'reverse write-off'>): void {
    const { ledger, parties, today } = this.world;
    const written = mustExist(this.done.get(number), `write-off ${number}`);
    need(!written.isReversed, 'reversed before');
    const { amount, item } = written;
    ledger.post(today, [
      ['1100', amount],
      ['6800', -amount],
    ]);
    parties.free(item, today);
    const mirror = parties.add({
      document: `reversed write-off ${number}`,
      party: item.party,
      side: 'debit',
      amount,
      day: today,
      due: null,
    });
    parties.settle(item, mirror, today);
    written.isReversed = true;
    mustExist(this.selling.sales.get(written.sale), 'sale').writtenOff -= amount;
  }
}
