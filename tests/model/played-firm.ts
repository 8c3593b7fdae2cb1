import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import type { AnyCall } from '#domain/kernel/call';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { payments } from '#domain/payments/payment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { sales } from '#domain/sales/sale.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { vatPeriods } from '#domain/vat-returns/vat-period.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { someSupplier } from '../support/books';
import { someProduct } from '../support/products';
import { customerWithCredit, openTill } from '../support/shop';
import { type Asked, type Caller, startTestApp, type TestApp } from '../support/test-app';
import { priceBasket } from './plain/basket';
import type { Firm } from './plain/firm';
import type { BackLine, Basket, Off, Paid, Step, StepOf } from './plain/steps';
import { catalogue, customers, firstDay, suppliers } from './plain/world';

/** The product refused what the rules allow, or answered something else than a success. */
export class Refused extends Error {}

const pounds = (pence: number | bigint): string => {
  const text = String(pence < 0n ? -BigInt(pence) : pence).padStart(3, '0');
  return `${pence < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
};
const unitPrice = (tenThousandths: number): string =>
  tenThousandths % 10_000 === 0 ? pounds(tenThousandths / 10_000) : (tenThousandths / 1_000_000).toFixed(6);
const units = (thousandths: number): string => (thousandths / 1000).toFixed(3);
const percent = (hundredths: number): string => (hundredths / 100).toFixed(2);
const because = 'Found in the post';

/** The product, on a database of its own, with the same firm in it, driven by the same steps through its API. */
export class PlayedFirm {
  private now = new Date(`${firstDay}T12:00:00Z`);
  private readonly ids = new Map<string, number>();
  private readonly receiptLines = new Map<number, number[]>();
  private readonly orderLines = new Map<number, number[]>();
  private till = 0;
  readonly products: number[] = [];
  readonly suppliers: number[] = [];
  readonly customers: number[] = [];

  readonly app: TestApp;
  private readonly firm: Firm;

  private constructor(app: TestApp, firm: Firm) {
    this.app = app;
    this.firm = firm;
  }
  private admin!: Caller;

  static async open(firm: Firm): Promise<PlayedFirm> {
    const clock = { now: () => new Date(`${firstDay}T12:00:00Z`) };
    const app = await startTestApp({ clock: () => clock.now(), connections: 3 });
    const played = new PlayedFirm(app, firm);
    clock.now = () => played.now;
    await played.setUp();
    return played;
  }

  close(): Promise<void> {
    return this.app.close();
  }

  private async setUp(): Promise<void> {
    const { app } = this;
    this.admin = await app.as('admin');
    await this.ask(vatRegistration.save, {
      body: { is_registered: true, vat_number: 'GB980780684', registered_from: '2030-01-01' },
    });
    await this.ask(vatPeriods.save, { body: { stagger: 'group_1', first_day: '2031-01-01' } });
    for (const { name, code, price, mayGoNegative } of catalogue)
      this.products.push(
        await someProduct(app.db, {
          name,
          vat_code: code,
          price: price as never,
          stock_policy: mayGoNegative ? 'allow' : 'block',
        }),
      );
    for (const place of suppliers.keys())
      this.suppliers.push(await someSupplier(app.db, `Supplier ${place}`));
    for (const { limit } of customers) this.customers.push(await customerWithCredit(app.db, Number(limit)));
    this.till = await openTill(app.db, 10_000_000);
    await this.keepSignedIn();
  }

  private keepSignedIn() {
    return sql`update sessions set last_seen_at = ${this.now}, expires_at = ${this.now}::timestamptz + interval '12 hours'`.execute(
      this.app.db,
    );
  }

  id(name: string): number {
    const id = this.ids.get(name);
    if (id === undefined) throw new Error(`Nothing was made that is called ${name}`);
    return id;
  }

  /** The model's name of a document, by how the product names it. */
  private readonly names = new Map<string, string>();
  nameOf(type: string, id: number): string {
    return this.names.get(`${type} ${id}`) ?? `${type} ${id}`;
  }
  private made(name: string, type: string, id: number): void {
    this.ids.set(name, id);
    this.names.set(`${type} ${id}`, name);
  }

  private async ask<C extends AnyCall>(call: C, asked: Asked<C>) {
    const { status, reply, refusal } = await this.admin.call(call, asked);
    if (status >= 300) throw new Refused(`${call.method} ${call.path}: ${status} ${JSON.stringify(refusal)}`);
    return reply;
  }

  async play(step: Step): Promise<void> {
    switch (step.do) {
      case 'next day':
        this.now = new Date(`${this.firm.world.today}T12:00:00Z`);
        await this.keepSignedIn();
        return;
      case 'order':
        return this.order(step);
      case 'receive':
        return this.receive(step);
      case 'bill':
        return this.bill(step);
      case 'landed cost':
        return this.landedCost(step);
      case 'return':
        return this.giveBack(step);
      case 'pay':
        return this.pay(step);
      case 'sell':
        return this.sell(step);
      case 'refund':
        return this.refund(step);
      case 'edit':
        return this.edit(step);
      case 'exchange':
        return this.exchange(step);
      default:
        return this.playSmall(step);
    }
  }

  private async playSmall(step: Step): Promise<void> {
    const reason = because;
    switch (step.do) {
      case 'reverse bill': {
        const order = this.firm.purchasing.bills.get(step.bill)?.order;
        const params = { id: this.id(`order ${order}`), bill_id: this.id(`bill ${step.bill}`) };
        await this.ask(purchases.reverseBill, { params, body: { reason, free_payments: true } });
        return;
      }
      case 'close short':
        await this.ask(purchases.closeShort, { params: this.order_(step.order), body: { reason } });
        return;
      case 'reopen':
        await this.ask(purchases.reopen, { params: this.order_(step.order), body: { reason } });
        return;
      case 'cancel order':
        await this.ask(purchases.cancel, { params: this.order_(step.order), body: { reason } });
        return;
      case 'reverse payment':
        await this.ask(payments.cancel, {
          params: { id: this.id(`payment ${step.payment}`) },
          body: { reason },
        });
        return;
      case 'cancel sale': {
        const params = { id: this.id(`sale ${step.sale}`) };
        const body = { client_id: randomUUID(), session_id: this.till, reason };
        const { credit_notes } = await this.ask(sales.cancel, { params, body });
        this.made(`note ${step.n}`, 'credit_note', newest(credit_notes).id);
        return;
      }
      default:
        return this.playStock(step);
    }
  }

  private order_(order: number) {
    return { id: this.id(`order ${order}`) };
  }

  private async playStock(step: Step): Promise<void> {
    switch (step.do) {
      case 'adjust': {
        const { reason, product, quantity, value, day } = step;
        const line = {
          product_id: this.products[product] ?? 0,
          ...(reason === 'write_down' ? {} : { quantity: units(reason === 'lost' ? -quantity : quantity) }),
          ...(value === null ? {} : { value: pounds(value) }),
        };
        await this.ask(stockAdjustments.create, { body: { reason, lines: [line], ...this.on(day) } });
        return;
      }
      case 'start count': {
        const product_ids = step.products.map(product => this.products[product] ?? 0);
        const { id } = await this.ask(stockCounts.create, { body: { scope: 'products', product_ids } });
        this.made(`count ${step.n}`, 'stock_count', id);
        return;
      }
      case 'count':
        await this.ask(stockCounts.count, {
          params: { id: this.id(`count ${step.count}`) },
          body: { product_id: this.products[step.product] ?? 0, how: 'set', quantity: units(step.quantity) },
        });
        return;
      case 'post count':
        await this.ask(stockCounts.post, {
          params: { id: this.id(`count ${step.count}`) },
          body: { date_reason: because },
        });
        return;
      default:
        return this.playMoney(step);
    }
  }

  private async playMoney(step: Step): Promise<void> {
    const payment_method = 'bank_transfer';
    switch (step.do) {
      case 'take money': {
        const allocations = [];
        for (const [sale, amount] of step.parts)
          allocations.push({ item_id: await this.invoiceItem(sale), amount: pounds(amount) });
        const { id } = await this.ask(customerWallet.receive, {
          params: { id: this.customers[step.customer] ?? 0 },
          body: {
            amount: pounds(step.amount),
            payment_method,
            top_up: step.topUp,
            allocations,
            ...this.on(step.day),
          },
        });
        this.made(`money ${step.n}`, 'customer_payment', id);
        return;
      }
      case 'pay out': {
        const { id } = await this.ask(customerWallet.payOut, {
          params: { id: this.customers[step.customer] ?? 0 },
          body: { amount: pounds(step.amount), payment_method },
        });
        this.made(`money ${step.n}`, 'customer_payment', id);
        return;
      }
      case 'reverse money':
        await this.ask(customerWallet.reverse, {
          params: { id: this.id(`money ${step.money}`) },
          body: { reason: because },
        });
        return;
      case 'file VAT':
        await this.ask(vatReturns.file, { body: { to: step.to } });
        return;
      default:
        throw new Error(`Nobody knows how to ${step.do}`);
    }
  }

  private async invoiceItem(sale: number): Promise<number> {
    const { rows } = await sql<{ id: number }>`select id from party_items
      where document_type = 'sale' and document_id = ${this.id(`sale ${sale}`)} and side = 'debit'`.execute(
      this.app.db,
    );
    return rows[0]?.id ?? 0;
  }

  /** A day of its own, with a reason when it is not today. */
  private on(day: string) {
    return day === this.firm.world.today ? {} : { business_date: day, date_reason: because };
  }

  private async order({ n, supplier, lines }: StepOf<'order'>): Promise<void> {
    const { id } = await this.ask(purchases.create, {
      body: {
        supplier_id: this.suppliers[supplier] ?? 0,
        lines: lines.map(({ product, quantity, price, off }) => ({
          product_id: this.products[product] ?? 0,
          quantity: units(quantity),
          unit_price: unitPrice(price),
          vat_code: catalogue[product]?.code ?? 'S',
          ...offOf(off),
        })),
      },
    });
    const order = await this.ask(purchases.markSent, { params: { id } });
    this.made(`order ${n}`, 'purchase_order', id);
    this.orderLines.set(
      n,
      order.lines.map(line => line.id),
    );
  }

  private line(order: number, place: number): number {
    return this.orderLines.get(order)?.[place] ?? 0;
  }

  private async receive({ n, order, lines, day }: StepOf<'receive'>): Promise<void> {
    const { receipts } = await this.ask(purchases.receive, {
      params: this.order_(order),
      body: {
        lines: lines.map(([place, quantity]) => ({
          line_id: this.line(order, place),
          quantity: units(quantity),
        })),
        ...this.on(day),
      },
    });
    const receipt = newest(receipts);
    this.made(`receipt ${n}`, 'goods_received_note', receipt.id);
    this.receiptLines.set(
      n,
      receipt.lines.map(line => line.id),
    );
  }

  private async bill({ n, order, lines, day, due }: StepOf<'bill'>): Promise<void> {
    const { bills } = await this.ask(purchases.bill, {
      params: this.order_(order),
      body: {
        supplier_bill_number: `B-${n}`,
        bill_date: day,
        date_reason: because,
        due_on: due,
        lines: lines.map(([place, quantity, net, vat]) => ({
          line_id: this.line(order, place),
          quantity: units(quantity),
          net: pounds(net),
          vat: pounds(vat),
        })),
        accept_difference: true,
      },
    });
    this.made(`bill ${n}`, 'supplier_bill', newest(bills).id);
  }

  private async landedCost(step: StepOf<'landed cost'>): Promise<void> {
    const { bills } = await this.ask(purchases.landedCost, {
      params: this.order_(step.order),
      body: {
        receipt_id: this.id(`receipt ${step.receipt}`),
        supplier_id: this.suppliers[step.carrier] ?? 0,
        supplier_bill_number: `F-${step.n}`,
        bill_date: step.day,
        date_reason: because,
        due_on: step.due,
        net: pounds(step.net),
        vat: pounds(step.vat),
        basis: step.basis,
      },
    });
    this.made(`bill ${step.n}`, 'supplier_bill', newest(bills).id);
  }

  private async giveBack({ n, order, lines, day }: StepOf<'return'>): Promise<void> {
    const { returns } = await this.ask(purchases.return, {
      params: this.order_(order),
      body: {
        reason: because,
        lines: lines.map(([receipt, place, quantity]) => ({
          receipt_line_id: this.receiptLines.get(receipt)?.[place] ?? 0,
          quantity: units(quantity),
        })),
        ...this.on(day),
      },
    });
    this.made(`return ${n}`, 'supplier_return', newest(returns).id);
  }

  private async pay({ n, supplier, amount, parts, day }: StepOf<'pay'>): Promise<void> {
    const { id } = await this.ask(payments.create, {
      body: {
        supplier_id: this.suppliers[supplier] ?? 0,
        amount: pounds(amount),
        payment_method: 'bank_transfer',
        allocations: parts.map(([order, part]) => ({
          purchase_order_id: this.id(`order ${order}`),
          amount: pounds(part),
        })),
        ...(day === this.firm.world.today ? {} : { payment_date: day, date_reason: because }),
      },
    });
    this.made(`payment ${n}`, 'payment', id);
  }

  private basket(basket: Basket) {
    const { gross } = priceBasket(this.firm.world, basket);
    return {
      client_id: randomUUID(),
      channel: 'till' as const,
      session_id: this.till,
      customer_id: basket.customer === null ? null : (this.customers[basket.customer] ?? 0),
      price_mode: basket.exclusive ? ('exclusive' as const) : ('inclusive' as const),
      lines: basket.lines.map(({ product, quantity, price, off }) => ({
        product_id: this.products[product] ?? 0,
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

  private async sell({ n, basket, paid, day }: StepOf<'sell'>): Promise<void> {
    const body = { ...this.basket(basket), tenders: tendered(paid), ...this.on(day) };
    const { id } = await this.ask(sales.complete, { body });
    this.made(`sale ${n}`, 'sale', id);
  }

  private back(gross: bigint, lines: readonly BackLine[], paid: readonly Paid[]) {
    return {
      client_id: randomUUID(),
      session_id: this.till,
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

  /** What the model has just credited a sale with, by its last credit note. */
  private credited(sale: number): bigint {
    const note = this.firm.selling.sales.get(sale)?.notes.at(-1);
    return (note?.lines ?? []).reduce((all, { gross }) => all + gross, 0n);
  }

  private async refund({ n, sale, lines, paid }: StepOf<'refund'>): Promise<void> {
    const { credit_notes } = await this.ask(sales.refund, {
      params: { id: this.id(`sale ${sale}`) },
      body: this.back(this.credited(sale), lines, paid),
    });
    this.made(`note ${n}`, 'credit_note', newest(credit_notes).id);
  }

  private async edit({ n, sale, basket, paid, back }: StepOf<'edit'>): Promise<void> {
    const params = { id: this.id(`sale ${sale}`) };
    const { id } = await this.ask(sales.replace, {
      params,
      body: {
        reason: because,
        sale: { ...this.basket(basket), tenders: tendered(paid) },
        refund_tenders: back.map(({ method, amount }) => ({ method, amount: pounds(amount) })),
      },
    });
    this.made(`sale ${n}`, 'sale', id);
    const old = await this.ask(sales.get, { params });
    this.made(`note ${n}`, 'credit_note', newest(old.credit_notes).id);
  }

  private async exchange({ n, sale, lines, basket, paid, back }: StepOf<'exchange'>): Promise<void> {
    const params = { id: this.id(`sale ${sale}`) };
    const reply = await this.ask(sales.exchange, {
      params,
      body: {
        refund: this.back(this.credited(sale), lines, back),
        sale: { ...this.basket(basket), tenders: tendered(paid) },
      },
    });
    this.made(`sale ${n}`, 'sale', reply.sale.id);
    const old = await this.ask(sales.get, { params });
    this.made(`note ${n}`, 'credit_note', newest(old.credit_notes).id);
  }
}

const tendered = (paid: readonly Paid[]) =>
  paid.map(({ method, amount }) => ({ method, tendered: pounds(amount) }));

function offOf(off: Off | null) {
  if (off === null) return {};
  return 'percent' in off
    ? { discount_percent: percent(off.percent) }
    : { discount_amount: pounds(off.amount) };
}

const newest = <T extends { readonly id: number }>(rows: readonly T[]): T =>
  rows.reduce((one, other) => (other.id > one.id ? other : one), last(rows));

function last<T>(rows: readonly T[]): T {
  const row = rows.at(-1);
  if (!row) throw new Refused('The reply does not show what was made');
  return row;
}
