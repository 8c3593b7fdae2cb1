import { salaryPayments } from '#domain/employees/salary-payment.contract';
import { payments } from '#domain/payments/payment.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { tills } from '#domain/tills/till.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { expenseShop } from './expenses';
import { insertOrder } from './purchases';
import { customerWithCredit } from './shop';
import { staffOffice } from './employees';
import { addSupplier } from './suppliers';
import type { TestApp } from './test-app';
import { sellOnTwoDays } from './two-days';

/**
 * A company with data in every report: two days of sales (see sellOnTwoDays), stolen tea, an expense of £10.00 net that
 * is paid and one of £24.00 long owed to a supplier, wages of £20.00, an advance of £30.00 to another supplier, two
 * open orders, £20.00 of a customer's credit, and £50.00 dropped from the till to the safe.
 */
export async function playTradingCompany(
  app: TestApp,
  goTo: (day: string) => void,
  [first, second]: readonly [string, string],
) {
  const { tea, till, customer } = await sellOnTwoDays(app, goTo, [first, second]);
  const owner = await app.as('admin');
  const must = async (call: Promise<{ status: number; refusal: unknown }>) => {
    const { status, refusal } = await call;
    if (status >= 300) throw new Error(JSON.stringify(refusal));
  };
  await must(
    owner.call(stockAdjustments.create, {
      body: { reason: 'lost', lines: [{ product_id: tea, quantity: '-3' }] },
    }),
  );
  const spending = await expenseShop(app);
  await must(spending.approved({ expense_date: second }));
  const { id: mill, buyer } = await addSupplier(app, { name: 'Mill & Co' });
  const { id: press } = await addSupplier(app, { name: 'Press Ltd' });
  // Entered late: it was due on the first of the two days.
  await must(
    spending.approved({
      settlement: 'to_pay',
      supplier_id: press,
      payment_method: null,
      due_on: first,
      expense_date: first,
      lines: [spending.line({ gross: '24.00' })],
    }),
  );
  const office = await staffOffice(app);
  const { id } = await office.hired();
  await must(
    owner.call(salaryPayments.pay, { params: { id }, body: { paid_for: 'March', amount: '20.00' } }),
  );
  await must(
    owner.call(payments.create, {
      body: { supplier_id: mill, amount: '30.00', payment_method: 'bank_transfer' },
    }),
  );
  await insertOrder(app.db, { supplier_id: mill, created_by: buyer, total_pence: 4_000, status: 'sent' });
  await insertOrder(app.db, { supplier_id: press, created_by: buyer, total_pence: 2_500, status: 'sent' });
  await insertOrder(app.db, { supplier_id: press, created_by: buyer, total_pence: 9_000, status: 'draft' });
  await must(
    owner.call(customerWallet.receive, {
      params: { id: await customerWithCredit(app.db, null, 'Wren') },
      body: { amount: '20.00', payment_method: 'bank_transfer' },
    }),
  );
  await must(
    owner.call(tills.move, {
      params: { id: till },
      body: { kind: 'drop', amount: '50.00', reason: 'To the safe' },
    }),
  );
  return { tea, till, customer, owner };
}
