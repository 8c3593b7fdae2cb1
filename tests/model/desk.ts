import { sql } from 'kysely';
import type { AnyCall } from '#domain/kernel/call';
import type { CallArguments, Caller, TestApp } from '../support/test-app';
import type { Firm } from './plain/firm';
import type { Off } from './plain/steps';

/** The product refused what the rules allow, or did not reply with success. */
export class Refused extends Error {}

export const pounds = (pence: number | bigint): string => {
  const text = String(pence < 0n ? -BigInt(pence) : pence).padStart(3, '0');
  return `${pence < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
};
export const unitPrice = (tenThousandths: number): string =>
  tenThousandths % 10_000 === 0 ? pounds(tenThousandths / 10_000) : (tenThousandths / 1_000_000).toFixed(6);
export const units = (thousandths: number): string => (thousandths / 1000).toFixed(3);
export const percent = (hundredths: number): string => (hundredths / 100).toFixed(2);
export const because = 'Found in the post';

/** Calls the product as the company's users, and maps the model's names to the product's ids. */
export class Desk {
  private readonly ids = new Map<string, number>();
  /** The model's name of a document, by the product's. */
  private readonly names = new Map<string, string>();
  readonly products: number[] = [];
  readonly suppliers: number[] = [];
  readonly customers: number[] = [];
  till = 0;
  /** The till's float, in pence. */
  readonly float = 10_000_000n;
  readonly app: TestApp;
  readonly firm: Firm;
  private readonly admin: Caller;

  constructor(app: TestApp, firm: Firm, admin: Caller) {
    this.app = app;
    this.firm = firm;
    this.admin = admin;
  }

  id(name: string): number {
    const id = this.ids.get(name);
    if (id === undefined) throw new Error(`Nothing was made that is called ${name}`);
    return id;
  }

  nameOf(type: string, id: number): string {
    return this.names.get(`${type} ${id}`) ?? `${type} ${id}`;
  }

  made(name: string, type: string, id: number): void {
    this.ids.set(name, id);
    this.names.set(`${type} ${id}`, name);
  }

  async ask<C extends AnyCall>(call: C, request: CallArguments<C>) {
    const { status, reply, refusal } = await this.admin.call(call, request);
    if (status >= 300) throw new Refused(`${call.method} ${call.path}: ${status} ${JSON.stringify(refusal)}`);
    return reply;
  }

  order(order: number) {
    return { id: this.id(`order ${order}`) };
  }

  /** A given date, with a reason when it is not today. */
  on(day: string) {
    return day === this.firm.world.today ? {} : { business_date: day, date_reason: because };
  }

  /** The same for a payment. */
  paidOn(day: string) {
    return day === this.firm.world.today ? {} : { payment_date: day, date_reason: because };
  }

  async invoiceItem(sale: number): Promise<number> {
    const { rows } = await sql<{ id: number }>`select id from party_items
      where document_type = 'sale' and document_id = ${this.id(`sale ${sale}`)} and side = 'debit'`.execute(
      this.app.db,
    );
    return rows[0]?.id ?? 0;
  }
}

export function offOf(off: Off | null) {
  if (off === null) return {};
  return 'percent' in off
    ? { discount_percent: percent(off.percent) }
    : { discount_amount: pounds(off.amount) };
}

export const newest = <T extends { readonly id: number }>(rows: readonly T[]): T =>
  rows.reduce((one, other) => (other.id > one.id ? other : one), last(rows));

export function last<T>(rows: readonly T[]): T {
  const row = rows.at(-1);
  if (!row) throw new Refused('The reply does not show what was made');
  return row;
}
