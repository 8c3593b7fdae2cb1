import { type DocumentsByRoute, daysAgo } from './document-desk';
import { notStored } from './money-document';

export const staffDocuments: DocumentsByRoute = {
  'POST /employees/{id}/salary-payments': async ({ newId }) => {
    const id = await newId('/employees', { name: 'Petra Vale', started_on: daysAgo(400) });
    return {
      examples: [
        {
          params: { id },
          body: {
            paid_for: 'Wages for the stocktake',
            period_from: daysAgo(40),
            period_to: daysAgo(15),
            confirm_overlap: true,
            confirm_outside_employment: true,
            amount: '812.50',
            method: 'cash',
            reference: 'PAY-77',
            business_date: daysAgo(5),
            date_reason: 'Paid before the bank holiday',
          },
        },
      ],
      readings: { payment: '/employees/{id}/salary-payments' },
      rows: {
        paid_for: 'payment.data.0.paid_for',
        period_from: 'payment.data.0.period_from',
        period_to: 'payment.data.0.period_to',
        confirm_overlap: notStored('a yes to a question'),
        confirm_outside_employment: notStored('a yes to a question'),
        amount: 'payment.data.0.amount',
        method: 'payment.data.0.method',
        reference: 'payment.data.0.reference',
        business_date: 'payment.data.0.paid_on',
        date_reason: 'journals.reason',
      },
    };
  },
};
