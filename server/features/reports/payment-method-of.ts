import { type RawBuilder, sql } from 'kysely';
import type { PaymentMethod } from '#domain/payments/payment.status';
import { customerMoney, paidFrom, systemAccounts } from '../../kernel/ledger';

/** The account of a tender, as in the posting of sales (rule L4). */
const tenderAccounts = sql`(values ${sql.join(
  Object.entries(customerMoney).map(([method, account]) => sql`(${sql.lit(method)}, ${sql.lit(account)})`),
)}) as known (method, account)`;

const tenderOf = (
  column: 'method' | 'reference',
  table: 'sale_tenders' | 'refund_tenders',
): RawBuilder<unknown> => {
  const [document, amount] =
    table === 'sale_tenders' ? ['sale_id', 'applied_pence'] : ['credit_note_id', 'amount_pence'];
  return sql`(select t.${sql.ref(column)} from ${sql.table(table)} t join ${tenderAccounts} on known.method = t.method
    where t.${sql.ref(document)} = j.document_id and coalesce(t.account_code, known.account) = l.account_code
    order by t.${sql.ref(amount)} = abs(l.amount) desc, t.line_number limit 1)`;
};

const likeliestFirst: readonly PaymentMethod[] = [
  'bank_transfer',
  'credit_card',
  'cash',
  'cheque',
  'other',
  'upi',
];

/** The methods by which money leaves an account: cash from the safe or a till. */
const expenseAccounts = sql`(values ${sql.join(
  [
    ...likeliestFirst.map(method => [method, paidFrom[method]] as const),
    ['cash', systemAccounts.tillCash],
  ].map(([method, account], place) => sql`(${sql.lit(method)}, ${sql.lit(account)}, ${sql.lit(place)})`),
)}) as known (method, account, place)`;

/**
 * An expense has the method of its last payment (decision 154). An earlier payment has it too if it left the same account, and
 * otherwise one of its own account.
 */
const expenseMethod = sql`(select coalesce((select known.method from ${expenseAccounts} where known.account = l.account_code
  order by known.method = e.payment_method desc, known.place limit 1), e.payment_method) from expenses e where e.id = j.document_id)`;

/** Each payment of an expense on a ledger is an item there, with the reference it was made with. */
const expenseReference = sql`(select coalesce(case when paid.id is null then e.payment_reference else paid.description end, e.reference)
  from expenses e left join party_items paid on paid.journal_id in (j.id, j.reverses_id) and paid.kind = 'payment'
  where e.id = j.document_id order by paid.id limit 1)`;

/** The document of a journal `j` says how a line `l` was paid; cash follows from its account alone. */
export const methodOf = sql`case j.document_type
  when 'payment' then (select method from payments where id = j.document_id)
  when 'customer_payment' then (select method from customer_payments where id = j.document_id)
  when 'expense' then ${expenseMethod}
  when 'salary_payment' then (select method from salary_payments where id = j.document_id)
  when 'sale' then ${tenderOf('method', 'sale_tenders')}
  when 'credit_note' then ${tenderOf('method', 'refund_tenders')}
  else case when l.account_code in ('1000', '1010') then 'cash' end end`;

export const referenceOf = sql`case j.document_type
  when 'payment' then (select reference_number from payments where id = j.document_id)
  when 'customer_payment' then (select reference from customer_payments where id = j.document_id)
  when 'expense' then ${expenseReference}
  when 'sale' then ${tenderOf('reference', 'sale_tenders')}
  when 'credit_note' then ${tenderOf('reference', 'refund_tenders')} end`;
