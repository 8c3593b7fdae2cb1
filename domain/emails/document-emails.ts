/** The documents that are emailed to customers and suppliers, with the placeholders and default texts of their emails. */
export const documentEmails = {
  invoice: {
    name: 'Invoice',
    fields: {
      document: '“invoice” or “receipt”',
      number: 'The number of the invoice',
      customer: 'The customer’s name',
      date: 'The date of the sale',
      total: 'The total, including VAT',
      balance: 'The balance due',
      company: 'Your company name',
    },
    texts: {
      subject: '{{document}} {{number}} from {{company}}',
      message: 'Please find your {{document}} {{number}} attached.',
    },
  },
  quote: {
    name: 'Quote',
    fields: {
      number: 'The number of the quote',
      customer: 'The customer’s name',
      date: 'The date of the quote',
      valid_until: 'The last day on which the quote is valid',
      total: 'The total, including VAT',
      company: 'Your company name',
    },
    texts: {
      subject: 'Quote {{number}} from {{company}}',
      message: 'Please find our quote {{number}} attached.',
    },
  },
  order: {
    name: 'Purchase order',
    fields: {
      number: 'The number of the order, with its revision',
      supplier: 'The supplier’s name',
      date: 'The date of the order',
      expected_delivery: 'The expected delivery date, if entered',
      total: 'The total, including VAT',
      company: 'Your company name',
    },
    texts: {
      subject: 'Purchase order {{number}} from {{company}}',
      message: 'Please find our purchase order {{number}} attached.',
    },
  },
  statement: {
    name: 'Statement',
    fields: {
      customer: 'The customer’s name',
      period: 'The period, such as “up to 30 Nov 2026”',
      balance: 'The balance due today: open invoices less unused credit',
      overdue: 'The overdue part of the balance due',
      company: 'Your company name',
    },
    texts: {
      subject: 'Statement from {{company}}',
      message: 'Please find attached your statement of account {{period}}.',
    },
  },
  reminder: {
    name: 'Reminder',
    fields: {
      reminder: '“Friendly reminder”, “Second reminder” or “Final reminder”',
      request: 'The sentence that asks for the overdue amount, in the tone of the reminder',
      customer: 'The customer’s name',
      amount: 'The overdue amount, less unused credit',
      company: 'Your company name',
    },
    texts: { subject: '{{reminder}} from {{company}}', message: '{{request}}' },
  },
} as const;

export type DocumentEmail = keyof typeof documentEmails;
/** The values of the placeholders of an email. */
export type EmailValues<Of extends DocumentEmail> = Readonly<
  Record<keyof (typeof documentEmails)[Of]['fields'], string>
>;
