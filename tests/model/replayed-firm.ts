import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { payments } from '#domain/payments/payment.contract';
import { promotions } from '#domain/pricing/promotion.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { sales } from '#domain/sales/sale.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { vatPeriods } from '#domain/vat-returns/vat-period.contract';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { someSupplier } from '../support/books';
import { someProduct } from '../support/products';
import { customerWithCredit, openTill } from '../support/shop';
import { startTestApp, type TestApp } from '../support/test-app';
import { because, Desk, newest, pounds, units } from './desk';
import type { Firm } from './plain/firm';
import type { Step, StepOf } from './plain/steps';
import { ReplayedDocuments } from './replayed-documents';
import { ReplayedPurchasing } from './replayed-purchasing';
import { ReplayedSelling } from './replayed-selling';
import { catalogue, customers, deals, firstDay, suppliers } from './plain/world';

/** The product with a database of its own and the same company, driven by the same steps through its API. */
export class ReplayedFirm {
  private now = new Date(`${firstDay}T12:00:00Z`);
  desk!: Desk;
  private purchasing!: ReplayedPurchasing;
  private selling!: ReplayedSelling;
  private documents!: ReplayedDocuments;

  readonly app: TestApp;
  private readonly firm: Firm;

  private constructor(app: TestApp, firm: Firm) {
    this.app = app;
    this.firm = firm;
  }

  static async open(firm: Firm): Promise<ReplayedFirm> {
    const clock = { now: () => new Date(`${firstDay}T12:00:00Z`) };
    const app = await startTestApp({ clock: () => clock.now(), connections: 3 });
    const replayed = new ReplayedFirm(app, firm);
    clock.now = () => replayed.now;
    await replayed.setUp();
    return replayed;
  }

  close(): Promise<void> {
    return this.app.close();
  }

  private async setUp(): Promise<void> {
    const { app } = this;
    this.desk = new Desk(app, this.firm, await app.as('admin'));
    this.purchasing = new ReplayedPurchasing(this.desk);
    this.selling = new ReplayedSelling(this.desk);
    this.documents = new ReplayedDocuments(this.desk);
    await this.desk.ask(vatRegistration.save, {
      body: { is_registered: true, vat_number: 'GB980780684', registered_from: '2030-01-01' },
    });
    await this.desk.ask(vatPeriods.save, { body: { stagger: 'group_1', first_day: '2031-01-01' } });
    for (const { name, code, price, includesVat, canGoNegative } of catalogue)
      this.desk.products.push(
        await someProduct(app.db, {
          name,
          vat_code: code,
          price: price as never,
          price_includes_vat: includesVat,
          stock_policy: canGoNegative ? 'allow' : 'block',
        }),
      );
    for (const { name, price, includesVat, products } of deals)
      await this.desk.ask(promotions.create, {
        body: {
          name,
          kind: 'mix_and_match',
          applies_to: 'groups',
          price: pounds(price),
          price_includes_vat: includesVat,
          groups: products.map(product => ({
            units: 1,
            product_ids: [this.desk.products[product] ?? 0],
          })),
          starts_on: '2031-01-01',
          ends_on: '2049-12-31',
        },
      });
    for (const place of suppliers.keys())
      this.desk.suppliers.push(await someSupplier(app.db, `Supplier ${place}`));
    for (const { limit } of customers)
      this.desk.customers.push(await customerWithCredit(app.db, Number(limit)));
    this.desk.till = await openTill(app.db, Number(this.desk.float));
    await this.keepSignedIn();
  }

  private keepSignedIn() {
    return sql`update sessions set last_seen_at = ${this.now}, expires_at = ${this.now}::timestamptz + interval '12 hours'`.execute(
      this.app.db,
    );
  }

  async replay(step: Step): Promise<void> {
    switch (step.do) {
      case 'next day':
        this.now = new Date(`${this.firm.world.today}T12:00:00Z`);
        await this.keepSignedIn();
        return;
      case 'order':
        return this.purchasing.order(step);
      case 'receive':
        return this.purchasing.receive(step);
      case 'reverse receipt':
        return this.purchasing.reverseReceipt(step);
      case 'bill':
        return this.purchasing.bill(step);
      case 'landed cost':
        return this.purchasing.landedCost(step);
      case 'return':
        return this.purchasing.giveBack(step);
      case 'pay':
        return this.purchasing.pay(step);
      case 'sell':
        return this.selling.sell(step);
      case 'refund':
        return this.selling.refund(step);
      case 'edit':
        return this.selling.edit(step);
      case 'exchange':
        return this.selling.exchange(step);
      default:
        return this.replaySmall(step);
    }
  }

  private async replaySmall(step: Step): Promise<void> {
    if (await this.documents.replay(step)) return;
    const reason = because;
    switch (step.do) {
      case 'reverse bill': {
        const order = this.firm.purchasing.bills.get(step.bill)?.order;
        const params = { id: this.desk.id(`order ${order}`), bill_id: this.desk.id(`bill ${step.bill}`) };
        await this.desk.ask(purchases.reverseBill, { params, body: { reason, free_payments: true } });
        return;
      }
      case 'close short':
        await this.desk.ask(purchases.closeShort, { params: this.desk.order(step.order), body: { reason } });
        return;
      case 'reopen':
        await this.desk.ask(purchases.reopen, { params: this.desk.order(step.order), body: { reason } });
        return;
      case 'cancel order':
        await this.desk.ask(purchases.cancel, { params: this.desk.order(step.order), body: { reason } });
        return;
      case 'reverse payment':
        await this.desk.ask(payments.cancel, {
          params: { id: this.desk.id(`payment ${step.payment}`) },
          body: { reason },
        });
        return;
      case 'cancel sale': {
        const params = { id: this.desk.id(`sale ${step.sale}`) };
        const body = { client_id: randomUUID(), session_id: this.desk.till, reason };
        const { credit_notes } = await this.desk.ask(sales.cancel, { params, body });
        this.desk.made(`note ${step.n}`, 'credit_note', newest(credit_notes).id);
        return;
      }
      default:
        return this.replayStock(step);
    }
  }

  private async replayStock(step: Step): Promise<void> {
    switch (step.do) {
      case 'adjust': {
        const { reason, product, quantity, value, day } = step;
        const line = {
          product_id: this.desk.products[product] ?? 0,
          ...(reason === 'write_down' ? {} : { quantity: units(reason === 'lost' ? -quantity : quantity) }),
          ...(value === null ? {} : { value: pounds(value) }),
        };
        const { id } = await this.desk.ask(stockAdjustments.create, {
          body: { reason, lines: [line], ...this.desk.on(day) },
        });
        this.desk.made(`adjusted ${step.n}`, 'stock_adjustment', id);
        return;
      }
      case 'reverse adjustment':
        await this.desk.ask(stockAdjustments.reverse, {
          params: { id: this.desk.id(`adjusted ${step.adjustment}`) },
          body: { reason: because },
        });
        return;
      case 'start count': {
        const product_ids = step.products.map(product => this.desk.products[product] ?? 0);
        const { id } = await this.desk.ask(stockCounts.create, { body: { scope: 'products', product_ids } });
        this.desk.made(`count ${step.n}`, 'stock_count', id);
        return;
      }
      case 'count':
        await this.desk.ask(stockCounts.count, {
          params: { id: this.desk.id(`count ${step.count}`) },
          body: {
            product_id: this.desk.products[step.product] ?? 0,
            how: 'set',
            quantity: units(step.quantity),
          },
        });
        return;
      case 'post count':
        await this.desk.ask(stockCounts.post, {
          params: { id: this.desk.id(`count ${step.count}`) },
          body: { date_reason: because },
        });
        return;
      case 'reverse count':
        await this.desk.ask(stockCounts.reverse, {
          params: { id: this.desk.id(`count ${step.count}`) },
          body: { reason: because },
        });
        return;
      default:
        return this.replayMoney(step);
    }
  }

  private async replayMoney(step: Step): Promise<void> {
    const payment_method = 'bank_transfer';
    switch (step.do) {
      case 'take money': {
        const allocations = [];
        for (const [sale, amount] of step.parts)
          allocations.push({ item_id: await this.desk.invoiceItem(sale), amount: pounds(amount) });
        const { id } = await this.desk.ask(customerWallet.receive, {
          params: { id: this.desk.customers[step.customer] ?? 0 },
          body: {
            amount: pounds(step.amount),
            payment_method,
            top_up: step.topUp,
            allocations,
            ...this.desk.on(step.day),
          },
        });
        this.desk.made(`money ${step.n}`, 'customer_payment', id);
        return;
      }
      case 'pay out': {
        const { id } = await this.desk.ask(customerWallet.payOut, {
          params: { id: this.desk.customers[step.customer] ?? 0 },
          body: { amount: pounds(step.amount), payment_method },
        });
        this.desk.made(`money ${step.n}`, 'customer_payment', id);
        return;
      }
      case 'reverse money':
        await this.desk.ask(customerWallet.reverse, {
          params: { id: this.desk.id(`money ${step.money}`) },
          body: { reason: because },
        });
        return;
      case 'adjust VAT':
        return this.adjustVat(step);
      case 'reverse VAT adjustment':
        await this.desk.ask(vatAdjustments.reverse, {
          params: { id: this.desk.id(`adjustment ${step.adjustment}`) },
          body: { reason: because },
        });
        return;
      case 'file VAT':
        await this.desk.ask(vatReturns.file, { body: { to: step.to } });
        return;
      default:
        throw new Error(`Nobody knows how to ${step.do}`);
    }
  }

  /** The boxes of each reason, by rules V27 and V28. */
  private async adjustVat({ n, reason, vat, net, day }: StepOf<'adjust VAT'>): Promise<void> {
    const [tax, value] = [pounds(vat), pounds(net)];
    const both = { box_1: tax, box_4: tax, box_7: value };
    const boxes = {
      reverse_charge_domestic: both,
      postponed_import_vat: both,
      reverse_charge_abroad: { ...both, box_6: value },
      fuel_scale_charge: { box_1: tax, box_6: value, account: '2205' },
      partial_exemption: { box_4: `-${tax}`, account: '2205' },
    }[reason];
    const { id } = await this.desk.ask(vatAdjustments.create, {
      body: { reason, description: 'Of this history', ...boxes, ...this.desk.on(day) },
    });
    this.desk.made(`adjustment ${n}`, 'vat_adjustment', id);
  }
}
