import { sum } from './arithmetic';
import { canGiveBackOn, giveBack, type Line, type Returned, returnOf } from './ordered';
import { type Purchasing, supplierName } from './purchasing';
import type { StepOf } from './steps';
import { mustExist, need, needStock, type World } from './world';

/** Goods that go back to the supplier (rules I6, P4, W9; rows "supplier return" of the table of L). */
export class Returning {
  private readonly world: World;
  private readonly purchasing: Purchasing;

  constructor(world: World, purchasing: Purchasing) {
    this.world = world;
    this.purchasing = purchasing;
  }

  /** I6: out at average; the rest of the credit is a variance. V18: credited as billed, or as the supplier prints. */
  return({ n, order: number, lines, day }: StepOf<'return'>): void {
    const { ledger, parties } = this.world;
    const order = this.purchasing.open(number);
    need(this.world.canPostOn(day), `${day} is closed`);
    const back = lines.map(([receipt, place, units, printed]): Returned => {
      const [line, quantity] = [mustExist(order.receipts.get(receipt)?.[place], 'receipt'), BigInt(units)];
      need(quantity <= line.unbilled.quantity + line.billed.quantity, 'gone');
      need(canGiveBackOn(line, quantity, this.purchasing.postedFor(number), day), 'not there yet');
      const part = returnOf(line, quantity);
      if (printed === null) return part;
      const [net, vat] = [BigInt(printed[0]), BigInt(printed[1])];
      need(part.billed > 0n && net <= part.net && vat <= part.vat, 'more than was billed');
      return { ...part, credit: { net, vat } };
    });
    this.needRoom(number, back);
    needStock(
      this.world,
      back.map(({ line, quantity }) => ({ product: line.product, quantity })),
    );
    for (const part of back) giveBack(part);
    const cost = sum(back.map(({ line, quantity }) => this.world.pool(line.product).issue(quantity)));
    for (const part of back) {
      const ordered = order.lines[part.line.line] as Line;
      ordered.returned += part.billed;
      ordered.received -= part.quantity - part.billed;
      ordered.receivedNet -= part.accrued;
    }
    const [net, vat, accrued] = [
      sum(back.map(part => part.credit.net)),
      sum(back.map(part => part.credit.vat)),
      sum(back.map(part => part.accrued)),
    ];
    ledger.post(day, [
      ['2100', net + vat],
      ['2110', accrued],
      ['1200', -cost],
      ['2201', -vat],
      ['5110', cost - net - accrued],
    ]);
    const credited = back.filter(({ billed }) => billed > 0n);
    ledger.addVat(
      'input',
      day,
      credited.map(({ line, credit }) => ({
        code: (order.lines[line.line] as Line).code,
        net: -credit.net,
        vat: -credit.vat,
      })),
    );
    const item = parties.add({
      document: `return ${n}`,
      party: supplierName(order.supplier),
      side: 'debit',
      amount: net + vat,
      day,
      due: null,
    });
    this.purchasing.giveCredit(number, item, net + vat);
    this.purchasing.settleOrder(number, item, day, net + vat);
  }

  /** P4: no more of a bill is credited than credit notes for an amount have left of it. */
  private needRoom(order: number, back: readonly Returned[]): void {
    for (const bill of this.purchasing.postedFor(order)) {
      const receipts = new Set(bill.cleared.map(({ receipt }) => receipt));
      const now = back.filter(({ line }) => receipts.has(line));
      const all =
        sum([...receipts].map(({ returnedGross }) => returnedGross)) +
        sum(now.map(({ credit }) => credit.net + credit.vat));
      need(bill.credited === 0n || bill.credited + all <= bill.gross, 'credited already');
    }
  }
}
