import { randomUUID } from 'node:crypto';
import { sales } from '#domain/sales/sale.contract';
import { because, type Desk, newest, offOf, pounds, units } from './desk';
import { priceBasket } from './plain/basket';
import type { BackLine, Basket, Paid, StepOf } from './plain/steps';

/** A seller's actions through the API. */
export class ReplayedSelling {
  private readonly desk: Desk;

  constructor(desk: Desk) {
    this.desk = desk;
  }

  private basket(basket: Basket) {
    const { gross } = priceBasket(this.desk.firm.world, basket);
    return {
      client_id: randomUUID(),
      channel: 'till' as const,
      session_id: this.desk.till,
      customer_id: basket.customer === null ? null : (this.desk.customers[basket.customer] ?? 0),
      price_mode: basket.exclusive ? ('exclusive' as const) : ('inclusive' as const),
      lines: basket.lines.map(({ product, quantity, price, off }) => ({
        product_id: this.desk.products[product] ?? 0,
        quantity: units(quantity),
        ...(price === null ? {} : { unit_price: pounds(price), price_reason: because }),
        ...offOf(off),
        ...(off === null ? {} : { discount_reason: because }),
      })),
      ...offOf(basket.off),
      ...(basket.off === null ? {} : { discount_reason: because }),
      expected_total: pounds(gross),
    };
  }

  async sell({ n, basket, paid, day }: StepOf<'sell'>): Promise<void> {
    const body = { ...this.basket(basket), tenders: tendered(paid), ...this.desk.on(day) };
    const { id } = await this.desk.ask(sales.complete, { body });
    this.desk.made(`sale ${n}`, 'sale', id);
  }

  private back(gross: bigint, lines: readonly BackLine[], paid: readonly Paid[]) {
    return {
      client_id: randomUUID(),
      session_id: this.desk.till,
      reason: because,
      lines: lines.map(line =>
        'amount' in line
          ? { line_number: line.line + 1, amount: pounds(line.amount), goods: 'kept' as const }
          : { line_number: line.line + 1, quantity: units(line.quantity), goods: line.goods },
      ),
      expected_total: pounds(gross),
      tenders: paid.map(({ method, amount }) => ({ method, amount: pounds(amount) })),
    };
  }

  /** The amount of the sale's last credit note in the model. */
  private credited(sale: number): bigint {
    const note = this.desk.firm.selling.sales.get(sale)?.notes.at(-1);
    return (note?.lines ?? []).reduce((all, { gross }) => all + gross, 0n);
  }

  async refund({ n, sale, lines, paid }: StepOf<'refund'>): Promise<void> {
    const { credit_notes } = await this.desk.ask(sales.refund, {
      params: { id: this.desk.id(`sale ${sale}`) },
      body: this.back(this.credited(sale), lines, paid),
    });
    this.desk.made(`note ${n}`, 'credit_note', newest(credit_notes).id);
  }

  async edit({ n, sale, basket, paid, back }: StepOf<'edit'>): Promise<void> {
    const params = { id: this.desk.id(`sale ${sale}`) };
    const { id } = await this.desk.ask(sales.replace, {
      params,
      body: {
        reason: because,
        sale: { ...this.basket(basket), tenders: tendered(paid) },
        refund_tenders: back.map(({ method, amount }) => ({ method, amount: pounds(amount) })),
      },
    });
    this.desk.made(`sale ${n}`, 'sale', id);
    const old = await this.desk.ask(sales.get, { params });
    this.desk.made(`note ${n}`, 'credit_note', newest(old.credit_notes).id);
  }

  async exchange({ n, sale, lines, basket, paid, back }: StepOf<'exchange'>): Promise<void> {
    const params = { id: this.desk.id(`sale ${sale}`) };
    const reply = await this.desk.ask(sales.exchange, {
      params,
      body: {
        refund: this.back(this.credited(sale), lines, back),
        sale: { ...this.basket(basket), tenders: tendered(paid) },
      },
    });
    this.desk.made(`sale ${n}`, 'sale', reply.sale.id);
    const old = await this.desk.ask(sales.get, { params });
    this.desk.made(`note ${n}`, 'credit_note', newest(old.credit_notes).id);
  }
}

const tendered = (paid: readonly Paid[]) =>
  paid.map(({ method, amount }) => ({ method, tendered: pounds(amount) }));
