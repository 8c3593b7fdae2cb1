import { sql } from 'kysely';
import type { BodySent } from '#domain/kernel/call';
import { expenses } from '#domain/expenses/expense.contract';
import { expenseCategories } from '#domain/masters/master.contract';
import type { Caller, TestApp } from './test-app';

type Sent = BodySent<typeof expenses.create>;
type SentLine = NonNullable<Sent['lines']>[number];

/** A clerk who enters expenses for stationery and travel, and a user who approves them. */
export async function expenseShop(app: TestApp) {
  const clerk = await app.as('view_expense', 'create_expense', 'edit_expense');
  const approver = await app.as('view_expense', 'approve_expense');
  const admin = await app.as('admin');
  const categories = new Map<string, number>();
  for (const name of ['Stationery', 'Travel'])
    categories.set(name, (await admin.call(expenseCategories.create, { body: { name } })).reply.id);
  const category = (name: string): number => categories.get(name) ?? 0;
  let papers = 0;

  /** A line of £12.00 with £2.00 VAT. */
  const line = (more: Partial<SentLine> = {}): SentLine => ({
    category_id: category('Stationery'),
    gross: '12.00',
    ...more,
  });
  const body = (more: Partial<Sent> = {}): Sent => {
    papers += 1;
    return {
      description: 'Paper',
      reference: `R ${papers}`,
      vat_number: 'GB123456789',
      settlement: 'firm_paid',
      payment_method: 'bank_transfer',
      lines: [line()],
      ...more,
    };
  };
  const draft = (more: Partial<Sent> = {}, who: Caller = clerk) =>
    who.call(expenses.create, { body: body(more) });
  /** Entered and submitted; when entering is refused, that refusal. */
  const submitted = async (more: Partial<Sent> = {}, who: Caller = clerk) => {
    const entered = await draft(more, who);
    return entered.reply ? who.call(expenses.submit, { params: { id: entered.reply.id } }) : entered;
  };
  const approved = async (more: Partial<Sent> = {}) => {
    const sent = await submitted(more);
    return sent.reply ? approver.call(expenses.approve, { params: { id: sent.reply.id }, body: {} }) : sent;
  };
  /** The account of a category, once it has postings. */
  const accountNow = async (name: string): Promise<string> => {
    const { rows } = await sql<{ code: string | null }>`
      select account_code as code from expense_categories where id = ${category(name)}`.execute(app.db);
    return rows[0]?.code ?? '';
  };
  // The first category takes the first account.
  const account = (name: string): string => (name === 'Stationery' ? '6000' : '');
  return { clerk, approver, category, line, body, draft, submitted, approved, account, accountNow };
}
