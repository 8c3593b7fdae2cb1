import { customerBulk } from '#domain/customers/customer-bulk.contract';
import { customers } from '#domain/customers/customer.contract';
import { recordRules } from '#domain/kernel/record-rules';
import { statusOptions } from '../../ui/status-options';
import { type BulkTerms, textOrNull } from '../bulk-changes';

const tagsIn = (text: string) =>
  text
    .split(/[,;]/)
    .map(tag => tag.trim())
    .filter(tag => tag !== '');

const limit = (text: string) => {
  const plain = textOrNull(text.replaceAll(/[£,]/g, ''));
  return plain !== null && /^\d+$/.test(plain) ? `${plain}.00` : plain;
};

/** What can be changed on many customers at once. */
export const customerBulkTerms: BulkTerms = {
  calls: customerBulk,
  list: customers.list,
  exported: { call: customers.export, fileName: 'customers' },
  one: 'customer',
  many: 'customers',
  fields: [
    { name: 'status', label: 'Status', options: statusOptions },
    {
      name: 'payment_terms_days',
      label: 'Payment terms',
      unit: 'days',
      needs: recordRules.customerCredit.unless,
      toSent: text => (/^\d+$/.test(text.trim()) ? Number(text) : text),
    },
    { name: 'add_tags', label: 'Add tags', description: 'Separated by commas.', toSent: tagsIn },
    { name: 'remove_tags', label: 'Remove tags', description: 'Separated by commas.', toSent: tagsIn },
    {
      name: 'credit_limit',
      label: 'Credit limit',
      description: 'In pounds. Enter "none" for no credit.',
      unit: '£',
      needs: recordRules.customerCredit.unless,
      toSent: limit,
    },
  ],
};
