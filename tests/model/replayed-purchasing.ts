import { payments } from '#domain/payments/payment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { because, type Desk, newest, offOf, pounds, unitPrice, units } from './desk';
import type { StepOf } from './plain/steps';
import { catalogue } from './plain/world';

/** A buyer's actions through the API. */
export class ReplayedPurchasing {
  private readonly desk: Desk;
  private readonly receiptLines = new Map<number, number[]>();
  private readonly orderLines = new Map<number, number[]>();

  constructor(desk: Desk) {
    this.desk = desk;
  }

  async order({ n, supplier, lines }: StepOf<'order'>): Promise<void> {
    const { id } = await this.desk.ask(purchases.create, {
      body: {
        supplier_id: this.desk.suppliers[supplier] ?? 0,
        lines: lines.map(({ product, quantity, price, off }) => ({
          product_id: this.desk.products[product] ?? 0,
          quantity: units(quantity),
          unit_price: unitPrice(price),
          vat_code: catalogue[product]?.code ?? 'S',
          ...offOf(off),
        })),
      },
    });
    const order = await this.desk.ask(purchases.markSent, { params: { id } });
    this.desk.made(`order ${n}`, 'purchase_order', id);
    this.orderLines.set(
      n,
      order.lines.map(line => line.id),
    );
  }

  private line(order: number, place: number): number {
    return this.orderLines.get(order)?.[place] ?? 0;
  }

  async receive({ n, order, lines, day }: StepOf<'receive'>): Promise<void> {
    const { receipts } = await this.desk.ask(purchases.receive, {
      params: this.desk.order(order),
      body: {
        lines: lines.map(([place, quantity]) => ({
          line_id: this.line(order, place),
          quantity: units(quantity),
        })),
        ...this.desk.on(day),
      },
    });
    const receipt = newest(receipts);
    this.desk.made(`receipt ${n}`, 'goods_received_note', receipt.id);
    this.receiptLines.set(
      n,
      receipt.lines.map(line => line.id),
    );
  }

  async reverseReceipt({ order, receipt }: StepOf<'reverse receipt'>): Promise<void> {
    await this.desk.ask(purchases.reverseReceipt, {
      params: { ...this.desk.order(order), receipt_id: this.desk.id(`receipt ${receipt}`) },
      body: { reason: because },
    });
  }

  async bill({ n, order, lines, day, due }: StepOf<'bill'>): Promise<void> {
    const { bills } = await this.desk.ask(purchases.bill, {
      params: this.desk.order(order),
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
    this.desk.made(`bill ${n}`, 'supplier_bill', newest(bills).id);
  }

  async landedCost(step: StepOf<'landed cost'>): Promise<void> {
    const { bills } = await this.desk.ask(purchases.landedCost, {
      params: this.desk.order(step.order),
      body: {
        receipt_id: this.desk.id(`receipt ${step.receipt}`),
        supplier_id: this.desk.suppliers[step.carrier] ?? 0,
        supplier_bill_number: `F-${step.n}`,
        bill_date: step.day,
        date_reason: because,
        due_on: step.due,
        net: pounds(step.net),
        vat: pounds(step.vat),
        basis: step.basis,
      },
    });
    this.desk.made(`bill ${step.n}`, 'supplier_bill', newest(bills).id);
  }

  async giveBack({ n, order, lines, day }: StepOf<'return'>): Promise<void> {
    const { returns } = await this.desk.ask(purchases.return, {
      params: this.desk.order(order),
      body: {
        reason: because,
        lines: lines.map(([receipt, place, quantity, printed]) => ({
          receipt_line_id: this.receiptLines.get(receipt)?.[place] ?? 0,
          quantity: units(quantity),
          ...(printed && { credit_net: pounds(printed[0]), credit_vat: pounds(printed[1]) }),
        })),
        ...this.desk.on(day),
      },
    });
    this.desk.made(`return ${n}`, 'supplier_return', newest(returns).id);
  }

  async pay({ n, supplier, amount, parts, day }: StepOf<'pay'>): Promise<void> {
    const { id } = await this.desk.ask(payments.create, {
      body: {
        supplier_id: this.desk.suppliers[supplier] ?? 0,
        amount: pounds(amount),
        payment_method: 'bank_transfer',
        allocations: parts.map(([order, part]) => ({
          purchase_order_id: this.desk.id(`order ${order}`),
          amount: pounds(part),
        })),
        ...this.desk.paidOn(day),
      },
    });
    this.desk.made(`payment ${n}`, 'payment', id);
  }
}
