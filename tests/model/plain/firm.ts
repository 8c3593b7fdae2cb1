import { dayAfter, type Day } from './arithmetic';
import { Closing } from './closing';
import { CustomerMoney } from './customer-money';
import { GoodsCredits } from './goods-credits';
import { boxesOf, type VatEntry } from './ledger';
import { Paying } from './paying';
import { Purchasing } from './purchasing';
import { Receiving } from './receiving';
import { Returning } from './returning';
import { Selling } from './selling';
import type { Step, StepOf } from './steps';
import { StockKeeping } from './stock-keeping';
import { SupplierDocuments } from './supplier-documents';
import { VatAdjusting } from './vat-adjusting';
import { need, World } from './world';
import { WritingOff } from './writing-off';

/** The whole company by the rules of the domain alone. `live` refuses what they do not allow, and changes nothing. */
export class Firm {
  readonly world = new World();
  readonly purchasing = new Purchasing(this.world);
  readonly stock = new StockKeeping(this.world);
  private readonly receiving = new Receiving(this.world, this.purchasing, this.stock);
  private readonly returning = new Returning(this.world, this.purchasing);
  private readonly closing = new Closing(this.purchasing);
  readonly documents = new SupplierDocuments(this.world, this.purchasing);
  readonly goodsCredits = new GoodsCredits(this.world, this.purchasing);
  readonly paying = new Paying(this.world, this.purchasing, this.documents);
  readonly selling = new Selling(this.world);
  readonly money = new CustomerMoney(this.world, this.selling);
  readonly writingOff = new WritingOff(this.world, this.selling);
  readonly vat = new VatAdjusting(this.world);

  /** @throws Impossible */
  apply(step: Step): void {
    this.world.ledger.beginStep();
    switch (step.do) {
      case 'next day':
        this.world.today = dayAfter(this.world.today, step.days);
        return;
      case 'order':
        return this.purchasing.order(step);
      case 'receive':
        return this.receiving.receive(step);
      case 'reverse receipt':
        return this.receiving.reverse(step);
      case 'bill':
        return this.purchasing.bill(step);
      case 'landed cost':
        return this.purchasing.landedCost(step);
      case 'reverse bill':
        return this.purchasing.reverseBill(step);
      case 'return':
        return this.returning.return(step);
      case 'close short':
        return this.closing.closeShort(step);
      case 'reopen':
        return this.closing.reopen(step);
      case 'cancel order':
        return this.closing.cancel(step);
      case 'pay':
        return this.paying.pay(step);
      case 'reverse payment':
        return this.paying.reverse(step);
      default:
        return this.settleSupplier(step);
    }
  }

  private settleSupplier(step: Step): void {
    switch (step.do) {
      case 'pay in advance':
        return this.paying.payInAdvance(step);
      case 'use advance':
        return this.paying.useAdvance(step);
      case 'bill without order':
        return this.documents.bill(step);
      case 'reverse bill without order':
        return this.documents.reverseBill(step);
      case 'supplier credit':
        return this.documents.credit(step);
      case 'reverse supplier credit':
        return this.documents.reverseCredit(step);
      case 'credit goods':
        return this.goodsCredits.credit(step);
      case 'reverse goods credit':
        return this.goodsCredits.reverse(step);
      default:
        return this.sellOrKeep(step);
    }
  }

  private sellOrKeep(step: Step): void {
    switch (step.do) {
      case 'adjust':
        return this.stock.adjust(step);
      case 'reverse adjustment':
        return this.stock.reverseAdjustment(step);
      case 'start count':
        return this.stock.startCount(step);
      case 'count':
        return this.stock.count(step);
      case 'post count':
        return this.stock.postCount(step);
      case 'reverse count':
        return this.stock.reverseCount(step);
      case 'sell':
        return this.selling.sell(step);
      case 'refund':
        return this.selling.refund(step);
      case 'cancel sale':
        return this.selling.cancel(step);
      case 'edit':
        return this.selling.edit(step);
      case 'exchange':
        return this.selling.exchange(step);
      case 'take money':
        return this.money.take(step);
      case 'pay out':
        return this.money.payOut(step);
      case 'reverse money':
        return this.money.reverse(step);
      case 'write off':
        return this.writingOff.writeOff(step);
      case 'reverse write-off':
        return this.writingOff.reverse(step);
      case 'adjust VAT':
        return this.vat.adjust(step);
      case 'reverse VAT adjustment':
        return this.vat.reverse(step);
      case 'file VAT':
        return this.fileVat(step);
      default:
        throw new Error(`The model does not know ${step.do}`);
    }
  }

  /** The entries of a return: those no earlier one has (rules V24, V25). */
  entriesTo(to: Day): VatEntry[] {
    return this.world.ledger.vat.filter(entry => entry.returned === null && entry.taxPoint <= to);
  }

  /** V25, D7 and the table's row "VAT return filed". */
  private fileVat({ to }: StepOf<'file VAT'>): void {
    const { world } = this;
    need(to === vatPeriodEnd(world.vatFrom) && to < world.today, 'cannot be filed');
    const entries = this.entriesTo(to);
    const [output = 0n, , , input = 0n] = boxesOf(entries);
    world.ledger.post(to, [
      ['2200', output],
      ['2201', -input],
      ['2205', input - output],
    ]);
    for (const entry of entries) entry.returned = to;
    world.vatFrom = dayAfter(to);
    world.lockedThrough = to;
  }
}

/** Quarters to March, June, September and December. */
export function vatPeriodEnd(from: Day): Day {
  const [year = 0, month = 1] = from.split('-').map(Number);
  const last = Math.ceil(month / 3) * 3;
  return dayAfter(last === 12 ? `${year + 1}-01-01` : `${year}-${String(last + 1).padStart(2, '0')}-01`, -1);
}
