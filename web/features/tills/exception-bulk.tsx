import { Check } from 'lucide-react';
import { exceptionBulk } from '#domain/sales/sale-exception-bulk.contract';
import { saleExceptions } from '#domain/sales/sale-exceptions.contract';
import type { BulkTerms } from '../bulk-changes';

const shared = {
  calls: exceptionBulk,
  list: saleExceptions.list,
  exported: { call: saleExceptions.export, fileName: 'sale-exceptions' },
  one: 'exception',
  many: 'exceptions',
} as const;

const review: BulkTerms = {
  ...shared,
  fields: [
    {
      name: 'note',
      label: 'Note',
      description: 'Required for sales that could not be posted: say how they were resolved',
    },
  ],
  act: { sent: {}, words: count => `Mark ${count} as reviewed` },
};

/** What can be done with the selected exceptions. */
export const exceptionActs = {
  ...shared,
  acts: [{ label: 'Mark as reviewed', icon: <Check size={14} />, terms: review }],
};
