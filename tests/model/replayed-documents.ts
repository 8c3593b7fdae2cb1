import { sql } from 'kysely';
import { payments } from '#domain/payments/payment.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { writeOffs } from '#domain/wallet/write-off.contract';
import { because, type Desk, pounds } from './desk';
import type { CostLine, Step, StepOf } from './plain/steps';

const reversal = { reason: because, free_payments: true };

/** A bookkeeper's documents without goods, through the API. */
export class ReplayedDocuments {
  private readonly desk: Desk;

  constructor(desk: Desk) {
    this.desk = desk;
  }

  /** Whether this step is one of them. */
  async replay(step: Step): Promise<boolean> {
    switch (step.do) {
      case 'pay in advance':
        await this.payInAdvance(step);
        return true;
      case 'use advance':
        await this.desk.ask(payments.use, {
          params: { id: this.desk.id(`payment ${step.payment}`) },
          body: { bill_id: this.desk.id(`bill ${step.bill}`), amount: pounds(step.amount) },
        });
        return true;
      case 'bill without order':
        await this.bill(step);
        return true;
      case 'reverse bill without order':
        await this.desk.ask(supplierDocuments.reverseBill, {
          params: { id: this.desk.id(`bill ${step.bill}`) },
          body: reversal,
        });
        return true;
      case 'supplier credit':
      case 'credit goods':
        await this.credit(step);
        return true;
      case 'reverse supplier credit':
      case 'reverse goods credit':
        await this.desk.ask(supplierDocuments.reverseCredit, {
          params: { id: this.desk.id(`credit ${step.credit}`) },
          body: reversal,
        });
        return true;
      case 'write off':
        await this.writeOff(step);
        return true;
      case 'reverse write-off':
        await this.reverseWriteOff(step);
        return true;
      default:
        return false;
    }
  }

  private async payInAdvance({ n, supplier, amount, day }: StepOf<'pay in advance'>): Promise<void> {
    const { id } = await this.desk.ask(payments.create, {
      body: {
        supplier_id: this.desk.suppliers[supplier] ?? 0,
        amount: pounds(amount),
        payment_method: 'bank_transfer',
        settles: 'on_account',
        confirm_excess: true,
        ...this.desk.paidOn(day),
      },
    });
    this.desk.made(`payment ${n}`, 'payment', id);
  }

  private async bill({ n, supplier, lines, day, due }: StepOf<'bill without order'>): Promise<void> {
    const { id } = await this.desk.ask(supplierDocuments.bill, {
      body: {
        supplier_id: this.desk.suppliers[supplier] ?? 0,
        supplier_bill_number: `D-${n}`,
        bill_date: day,
        date_reason: because,
        due_on: due,
        lines: costLines(lines),
      },
    });
    this.desk.made(`bill ${n}`, 'supplier_bill', id);
  }

  private async credit({
    n,
    supplier,
    lines,
    parts,
    day,
  }: StepOf<'supplier credit' | 'credit goods'>): Promise<void> {
    const { id } = await this.desk.ask(supplierDocuments.credit, {
      body: {
        supplier_id: this.desk.suppliers[supplier] ?? 0,
        supplier_credit_number: `C-${n}`,
        credit_date: day,
        date_reason: because,
        reason: because,
        // Without an account, a line makes the goods of the bills cheaper.
        lines: costLines(lines).map(line => (line.account === 'goods' ? { ...line, account: null } : line)),
        bills: parts.map(([bill, amount]) => ({
          bill_id: this.desk.id(`bill ${bill}`),
          amount: pounds(amount),
        })),
      },
    });
    this.desk.made(`credit ${n}`, 'supplier_credit', id);
  }

  private async writeOff({ n, sale, amount }: StepOf<'write off'>): Promise<void> {
    const customer = this.desk.firm.selling.sales.get(sale)?.customer ?? 0;
    const { number } = await this.desk.ask(customerWallet.adjust, {
      params: { id: this.desk.customers[customer] ?? 0 },
      body: {
        kind: 'write_off',
        amount: pounds(amount),
        item_id: await this.desk.invoiceItem(sale),
        reason: because,
      },
    });
    this.desk.made(`write-off ${n}`, 'wallet_adjustment', await this.adjustment(number));
  }

  private async reverseWriteOff({ writeOff }: StepOf<'reverse write-off'>): Promise<void> {
    const { number } = await this.desk.ask(writeOffs.reverse, {
      params: { id: this.desk.id(`write-off ${writeOff}`) },
      body: { reason: because },
    });
    this.desk.made(`reversed write-off ${writeOff}`, 'wallet_adjustment', await this.adjustment(number));
  }

  private async adjustment(number: string): Promise<number> {
    const { rows } = await sql<{
      id: number;
    }>`select id from wallet_adjustments where number = ${number}`.execute(this.desk.app.db);
    return rows[0]?.id ?? 0;
  }
}

const costLines = (lines: readonly CostLine[]) =>
  lines.map(([account, code, net, vat]) => ({
    description: 'Work done',
    account,
    vat_code: code,
    net: pounds(net),
    vat: pounds(vat),
  }));
