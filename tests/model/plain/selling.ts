import { type Day, dayAfter, min, sum, take, type Whole } from './arithmetic';
import { priceBasket } from './basket';
import type { Item } from './parties';
import {
  accountOf,
  amountOf,
  customerName,
  inWhole,
  type Sale,
  type TakenBack,
  type Tender,
  tendersHeld,
  tendersLeft,
  walletHeld,
  walletLeft,
} from './sold';
import type { BackLine, Basket, Method, Paid, StepOf } from './steps';
import { customers, mustExist, need, needStock, type World } from './world';

/** Sales, refunds, cancellations, edits and exchanges (rules M, V, L5 to L7, W). */
export class Selling {
  readonly sales = new Map<number, Sale>();
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  sell({ n, basket, paid, day }: StepOf<'sell'>): void {
    need(this.world.canPostOn(day), `${day} is closed`);
    this.post(n, basket, inWhole(paid), day);
  }

  /** The checks of a sale before any posting. `besides` is stock received or debt cleared first. */
  private check(
    basket: Basket,
    tenders: readonly Tender[],
    besides: { stock?: readonly TakenBack[]; owed?: Whole } = {},
  ): void {
    const { gross } = priceBasket(this.world, basket);
    need(sum(tenders.map(({ amount }) => amount)) === gross, 'not paid to the penny');
    const back = (besides.stock ?? []).filter(({ goods }) => goods === 'stock');
    needStock(this.world, [
      ...back.map(({ line, quantity }) => ({ product: line.product, quantity: -quantity })),
      ...basket.lines.map(({ product, quantity }) => ({ product, quantity: BigInt(quantity) })),
    ]);
    const by = (method: Method) =>
      sum(tenders.filter(tender => tender.method === method).map(({ amount }) => amount));
    if (basket.customer === null) {
      need(by('wallet') === 0n && by('account') === 0n, 'walk-in customers have no ledger');
      return;
    }
    need(by('wallet') <= this.wallet(basket.customer), 'wallet balance too low');
    const balance = this.world.parties.balance(customerName(basket.customer)) - (besides.owed ?? 0n);
    const limit = mustExist(customers[basket.customer], 'customer').limit;
    // W7: what the wallet pays is credit that the balance counts.
    need(by('account') === 0n || balance + by('wallet') + by('account') <= limit, 'above the limit');
  }

  /** W5: unallocated credit. */
  wallet(customer: number): Whole {
    return sum(this.world.parties.open(customerName(customer), 'credit').map(({ open }) => open));
  }

  /** The rows of a sale in the table of L, and the customer's ledger. */
  private post(n: number, basket: Basket, tenders: readonly Tender[], day: Day): void {
    this.check(basket, tenders);
    const { ledger, parties } = this.world;
    const priced = priceBasket(this.world, basket);
    const lines = priced.lines.map(line => {
      const cost = this.world.pool(line.product).issue(line.quantity);
      const { quantity, gross, vat } = line;
      return { ...line, cost, remaining: { quantity, gross, vat, cost } };
    });
    const { gross } = priced;
    const cost = sum(lines.map(line => line.cost));
    const money = tenders.flatMap(({ method, amount }) => {
      const account = accountOf[method];
      return account === null ? [] : [{ account, amount }];
    });
    ledger.post(day, [
      ...money.map(({ account, amount }) => [account, amount] as const),
      // L5: a named customer's whole invoice, and each tender against it.
      ...(basket.customer === null
        ? []
        : [['1100', gross - sum(money.map(({ amount }) => amount))] as const]),
      ['4000', -sum(lines.map(({ net }) => net))],
      ['2200', -sum(lines.map(({ vat }) => vat))],
      ['5000', cost],
      ['1200', -cost],
    ]);
    ledger.addVat('output', day, lines);
    let invoice: Item | null = null;
    if (basket.customer !== null) {
      const [document, party] = [`sale ${n}`, customerName(basket.customer)];
      const due = dayAfter(day, 30);
      invoice = parties.add({ document, party, side: 'debit', amount: gross, day, due });
      for (const { method, amount } of tenders) {
        if (method === 'wallet') this.spend(invoice, amount, day);
        if (accountOf[method] !== null)
          parties.settle(
            invoice,
            parties.add({ document, party, side: 'credit', amount, day, due: null }),
            day,
          );
      }
    }
    this.sales.set(n, {
      day,
      customer: basket.customer,
      lines,
      tenders,
      back: [],
      invoice,
      notes: [],
      noteItems: [],
      writtenOff: 0n,
      isUndone: false,
    });
  }

  /** W5: the oldest unallocated credit first. */
  spend(debit: Item, amount: Whole, day: Day): void {
    let remaining = amount;
    for (const credit of this.world.parties.open(debit.party, 'credit'))
      remaining -= this.world.parties.settle(debit, credit, day, remaining);
    if (remaining > 0n) throw new Error('The model spends what is not there');
  }

  /** W9: the credit notes of a sale clear its own debt first. */
  clearByOwnNotes(party: string): void {
    for (const { invoice, noteItems } of this.sales.values())
      if (invoice?.party === party)
        for (const note of noteItems) this.world.parties.settle(invoice, note, this.world.today);
  }

  open(number: number): Sale {
    const sale = mustExist(this.sales.get(number), `sale ${number}`);
    // Goods whose debt was written off come back on other terms, which the rules leave to the people.
    need(sale.writtenOff === 0n, 'written off');
    need(!sale.isUndone && sale.lines.some(({ remaining }) => remaining.quantity > 0n), 'nothing remains');
    return sale;
  }

  /** V12: the return of each line, out of what is left of it. Changes nothing yet. */
  calculateRefund(sale: Sale, lines: readonly BackLine[]): TakenBack[] {
    return lines.map(returned => {
      const line = mustExist(sale.lines[returned.line], 'line');
      const { remaining } = line;
      if ('amount' in returned) {
        const gross = BigInt(returned.amount);
        need(gross > 0n && gross <= remaining.gross, 'exceeds the remainder');
        const vat = take(remaining.vat, gross, remaining.gross);
        return { line, quantity: 0n, goods: 'kept', gross, vat, net: gross - vat, cost: 0n };
      }
      const quantity = BigInt(returned.quantity);
      need(quantity > 0n && quantity <= remaining.quantity, 'exceeds the remainder');
      const gross = take(remaining.gross, quantity, remaining.quantity);
      const vat = remaining.gross === 0n ? 0n : take(remaining.vat, gross, remaining.gross);
      const cost = take(remaining.cost, quantity, remaining.quantity);
      return { line, quantity, goods: returned.goods, gross, vat, net: gross - vat, cost };
    });
  }

  /** All that is left, returned to stock (rule L6). */
  everything(sale: Sale): TakenBack[] {
    return this.calculateRefund(
      sale,
      sale.lines.flatMap(({ remaining }, line) =>
        remaining.quantity > 0n
          ? [{ line, quantity: Number(remaining.quantity), goods: 'stock' as const }]
          : [],
      ),
    );
  }

  /** W9: the part of a refund that clears its own sale's balance due. */
  cleared(sale: Sale, back: readonly TakenBack[]): Whole {
    return min(sale.invoice?.open ?? 0n, sum(back.map(({ gross }) => gross)));
  }

  refund({ n, sale: number, lines, paid }: StepOf<'refund'>): void {
    const sale = this.open(number);
    const back = this.calculateRefund(sale, lines);
    const due = sum(back.map(({ gross }) => gross)) - this.cleared(sale, back);
    need(amountOf(paid) === due, 'not refunded to the penny');
    this.needRefundMethods(sale, inWhole(paid));
    this.credit(n, sale, back, inWhole(paid), true);
  }

  /** T5, W10: no more to a card than it paid; what a wallet paid goes back to it. */
  private needRefundMethods(sale: Sale, paid: readonly Tender[]): void {
    const paidBy = (tenders: readonly Tender[], method: Tender['method']) =>
      sum(tenders.filter(tender => tender.method === method).map(({ amount }) => amount));
    const refundable = tendersLeft(sale);
    need(paidBy(paid, 'credit_card') <= paidBy(refundable, 'credit_card'), 'more than the card paid');
    if (sale.customer === null) need(paidBy(paid, 'wallet') === 0n, 'walk-in customers have no wallet');
    else
      need(
        walletLeft(sale) === 0n || paid.every(({ method }) => method === 'wallet' || method === 'exchange'),
        'into the wallet',
      );
  }

  /** The rows of a refund in the table of L, and W9. */
  private credit(
    n: number,
    sale: Sale,
    back: readonly TakenBack[],
    paid: readonly Tender[],
    isRefund: boolean,
  ): void {
    const { ledger, parties, today } = this.world;
    const [gross, cost] = [sum(back.map(one => one.gross)), sum(back.map(one => one.cost))];
    let [risen, variance] = [0n, 0n];
    for (const { line, quantity, goods, cost: worth } of back) {
      if (goods !== 'stock') continue;
      const into = this.world.pool(line.product).receive(quantity, worth);
      risen += into.rise;
      variance += into.variance;
    }
    const damaged = sum(back.filter(({ goods }) => goods === 'damaged').map(one => one.cost));
    const money = paid.flatMap(({ method, amount }) => {
      const account = accountOf[method];
      return account === null ? [] : [{ account, amount }];
    });
    ledger.post(today, [
      ['4010', sum(back.map(({ net }) => net))],
      ['2200', sum(back.map(({ vat }) => vat))],
      ...money.map(({ account, amount }) => [account, -amount] as const),
      ...(sale.customer === null ? [] : [['1100', sum(money.map(({ amount }) => amount)) - gross] as const]),
      ['1200', risen],
      ['5100', damaged],
      ['5000', variance - cost],
    ]);
    ledger.addVat(
      'output',
      today,
      back.map(({ line, net, vat }) => ({ code: line.code, net: -net, vat: -vat })),
    );
    if (sale.customer !== null) {
      const [document, party] = [`note ${n}`, customerName(sale.customer)];
      const note = parties.add({ document, party, side: 'credit', amount: gross, day: today, due: null });
      sale.noteItems.push(note);
      if (sale.invoice) parties.settle(note, sale.invoice, today);
      for (const { amount } of money)
        parties.settle(
          note,
          parties.add({ document, party, side: 'debit', amount, day: today, due: null }),
          today,
        );
    }
    for (const { line, quantity, gross: off, vat, goods, cost: gone } of back) {
      const { remaining } = line;
      line.remaining = {
        quantity: remaining.quantity - quantity,
        gross: remaining.gross - off,
        vat: remaining.vat - vat,
        cost: goods === 'kept' ? remaining.cost : remaining.cost - gone,
      };
    }
    sale.back.push(...paid);
    sale.notes.push({
      day: today,
      isRefund,
      lines: back.map(({ line, quantity, net, vat, gross: all, cost: worth }) => ({
        product: line.product,
        quantity,
        net,
        vat,
        gross: all,
        cost: worth,
      })),
    });
  }

  /** L6: everything left, refunded as it was paid. */
  cancel({ n, sale: number }: StepOf<'cancel sale'>): void {
    const sale = this.open(number);
    const back = this.everything(sale);
    let due = sum(back.map(({ gross }) => gross)) - this.cleared(sale, back);
    const paid: Tender[] = [];
    for (const { method, amount } of tendersHeld(sale)) {
      const part = min(due, amount);
      if (part > 0n)
        paid.push({
          method: method === 'exchange' ? (sale.customer === null ? 'cash' : 'wallet') : method,
          amount: part,
        });
      due -= part;
    }
    if (due > 0n) paid.push({ method: sale.customer === null ? 'cash' : 'wallet', amount: due });
    this.credit(n, sale, back, paid, false);
    sale.isUndone = true;
  }

  /** L7: cancels what is left and posts a new sale, both today; earlier payments count. */
  edit({ n, sale: number, basket, paid, back: out }: StepOf<'edit'>): void {
    const sale = this.open(number);
    this.swap(n, sale, this.everything(sale), basket, paid, out, false);
    sale.isUndone = true;
  }

  exchange({ n, sale: number, lines, basket, paid, back: out }: StepOf<'exchange'>): void {
    const sale = this.open(number);
    this.swap(n, sale, this.calculateRefund(sale, lines), basket, paid, out, true);
  }

  private swap(
    n: number,
    sale: Sale,
    back: readonly TakenBack[],
    basket: Basket,
    paid: readonly Paid[],
    out: readonly Paid[],
    isRefund: boolean,
  ): void {
    const owed = this.cleared(sale, back);
    const counts = sum(back.map(({ gross }) => gross)) - owed - amountOf(out);
    need(counts >= 0n, 'refund exceeds the remainder');
    const toWallet = sum(inWhole(out).map(({ method, amount }) => (method === 'wallet' ? amount : 0n)));
    const ofWallet = walletHeld(sale) - toWallet;
    // W10: the wallet's money stays the wallet's in the new sale.
    const fromWallet = ofWallet > 0n ? min(counts, ofWallet) : 0n;
    const exchanged: Tender[] = counts > 0n ? [{ method: 'exchange', amount: counts, fromWallet }] : [];
    const refundOption = [...exchanged, ...inWhole(out)];
    const tenders = [...exchanged, ...inWhole(paid)];
    this.needRefundMethods(sale, refundOption);
    this.check(basket, tenders, { stock: back, owed });
    this.credit(n, sale, back, refundOption, isRefund);
    this.post(n, basket, tenders, this.world.today);
  }
}
