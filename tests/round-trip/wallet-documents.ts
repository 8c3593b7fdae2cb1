import { openTill } from '../support/shop';
import { type DocumentDesk, type DocumentsByRoute, daysAgo } from './document-desk';
import { notStored, shownAs } from './money-document';

/** A customer with unused credit of so much. */
async function inCredit({ customer, made }: DocumentDesk, amount = '500.00'): Promise<number> {
  const id = await customer();
  await made(`/wallet/customer/${id}/receipts`, {
    amount,
    payment_method: 'bank_transfer',
    top_up: true,
    business_date: daysAgo(50),
    date_reason: 'Entered later',
  });
  return id;
}

/** The open items of a customer who owes two invoices from before and has unused credit: both kinds oldest first. */
async function itemsOf(desk: DocumentDesk, customerId: number, side: 'debit' | 'credit'): Promise<number[]> {
  const { open_items } = await desk.read(`/wallet/customer/${customerId}`);
  return (open_items as unknown as { id: number; side: string }[])
    .filter(item => item.side === side)
    .map(({ id }) => id);
}

async function owing(desk: DocumentDesk, customerId: number, ...numbers: string[]): Promise<void> {
  for (const number of numbers)
    await desk.made('/opening-balances/invoices', {
      customer_id: customerId,
      number: `${number}-${customerId}`,
      invoice_date: daysAgo(90),
      amount: '300.00',
      business_date: daysAgo(60),
      date_reason: 'Books begun',
    });
}

const approval = {
  client_id: notStored('what an approval is given for'),
  approvals: notStored('used above the limit, and kept with the approvals'),
};

export const walletDocuments: DocumentsByRoute = {
  'POST /wallet/customer/{id}/withdrawals': async desk => {
    const id = await inCredit(desk);
    const session_id = await openTill(desk.db);
    return {
      examples: [
        {
          params: { id, session: session_id },
          body: {
            amount: '21.00',
            payment_method: 'cheque',
            reference: 'CHQ-900',
            notes: 'They asked for it in writing',
            business_date: daysAgo(8),
            date_reason: 'Cheque written last week',
          },
        },
        {
          params: { id, session: session_id },
          body: { amount: '22.00', payment_method: 'cash', session_id },
        },
      ],
      readings: { payment: '/customer-payments/{reply.id}', drawer: '/till-sessions/{session}/cash' },
      rows: {
        amount: ['payment.amount', 'journals.amount'],
        payment_method: 'payment.payment_method',
        session_id: shownAs('drawer.data.amount', '-22.00'),
        reference: 'payment.reference',
        notes: 'payment.notes',
        business_date: ['payment.business_date', 'journals.business_date'],
        date_reason: 'journals.reason',
      },
    };
  },
  'POST /wallet/customer/{id}/adjustments': async desk => {
    const id = await desk.customer();
    await owing(desk, id, 'OLD-1', 'OLD-2');
    const [, second = 0] = await itemsOf(desk, id, 'debit');
    return {
      examples: [
        {
          params: { id },
          body: {
            kind: 'write_off',
            amount: '31.00',
            account_code: '6910',
            item_id: second,
            reason: 'Disputed part',
            business_date: daysAgo(9),
            date_reason: 'Agreed by letter',
          },
        },
      ],
      readings: { ledger: '/wallet/customer/{id}' },
      rows: {
        kind: ['audit.after.kind', 'ledger.entries.kind'],
        amount: ['ledger.entries.credit', 'audit.after.amount', 'journals.amount'],
        account_code: ['audit.after.account', 'journals.lines.account.code'],
        item_id: shownAs('ledger.open_items.open', '269.00'),
        reason: ['audit.after.reason', 'ledger.entries.description', 'journals.narrative'],
        business_date: ['ledger.entries.business_date', 'journals.business_date'],
        date_reason: 'journals.reason',
        ...approval,
      },
    };
  },
  'POST /wallet/customer/{id}/transfers': async desk => {
    const id = await inCredit(desk);
    return {
      examples: [
        {
          params: { id },
          body: { to_customer_id: await desk.customer(), amount: '41.00', reason: 'Same owner' },
        },
      ],
      readings: { ledger: '/wallet/customer/{id}' },
      rows: {
        to_customer_id: ['journals.lines.customer.id', 'audit.record_id'],
        amount: ['ledger.entries.debit', 'journals.amount', 'audit.after.amount'],
        reason: ['ledger.entries.description', 'audit.after.reason'],
      },
    };
  },
  'POST /wallet/customer/{id}/matches': async desk => {
    const id = await inCredit(desk);
    await owing(desk, id, 'OLD-3', 'OLD-4');
    const [[, debit_item_id = 0], [credit_item_id = 0]] = await Promise.all([
      itemsOf(desk, id, 'debit'),
      itemsOf(desk, id, 'credit'),
    ]);
    return {
      examples: [{ params: { id }, body: { debit_item_id, credit_item_id, amount: '51.00' } }],
      readings: { matches: '/wallet/customer/{id}/matches' },
      rows: {
        debit_item_id: 'matches.data.debit.id',
        credit_item_id: 'matches.data.credit.id',
        amount: 'matches.data.amount',
      },
    };
  },
  'POST /wallet/customer/{id}/matches/take-back': async desk => {
    const id = await inCredit(desk);
    await owing(desk, id, 'OLD-5', 'OLD-6');
    const [debits, [credit_item_id = 0]] = [
      await itemsOf(desk, id, 'debit'),
      await itemsOf(desk, id, 'credit'),
    ];
    for (const debit_item_id of debits)
      await desk.made(`/wallet/customer/${id}/matches`, { debit_item_id, credit_item_id, amount: '61.00' });
    const [kept, debit_item_id = 0] = debits;
    return {
      examples: [{ params: { id }, body: { debit_item_id, credit_item_id } }],
      readings: { matches: '/wallet/customer/{id}/matches', ledger: '/wallet/customer/{id}' },
      rows: {
        debit_item_id: [shownAs('matches.data.debit.id', kept ?? 0), shownAs('matches.total', 1)],
        credit_item_id: [shownAs('ledger.open_items.open', '439.00'), 'ledger.open_items.id'],
      },
    };
  },
  'POST /till-sessions/{id}/customer-payments': async desk => {
    const id = await openTill(desk.db);
    return {
      examples: [
        {
          params: { id },
          body: {
            customer_id: await desk.customer(),
            kind: 'top_up',
            amount: '71.00',
            payment_method: 'credit_card',
            reference: 'SLIP-71',
          },
        },
      ],
      readings: { payment: '/customer-payments/{reply.id}' },
      rows: {
        customer_id: ['payment.customer.id', 'journals.lines.customer.id'],
        kind: 'payment.kind',
        amount: ['payment.amount', 'journals.amount'],
        payment_method: 'payment.payment_method',
        reference: 'payment.reference',
      },
    };
  },
};
