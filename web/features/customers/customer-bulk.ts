import { useQuery } from '@tanstack/react-query';
import { customerBulk } from '#domain/customers/customer-bulk.contract';
import { customers } from '#domain/customers/customer.contract';
import { passesRecordRule, recordRules } from '#domain/kernel/record-rules';
import { priceGroups } from '#domain/pricing/price-group.contract';
import { useAccess } from '../../platform/access';
import { useUser } from '../../platform/session';
import { statusOptions } from '../../ui/filters/status-options';
import { type BulkField, type BulkTerms, clears, idOrNull, textOrNull } from '../bulk-changes';
import { priceGroupChoices } from './customers.queries';

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
export function useCustomerBulk(): BulkTerms {
  const priceGroupFields = usePriceGroupFields();
  return {
    calls: customerBulk,
    list: customers.list,
    exported: { call: customers.export, fileName: 'customers' },
    one: 'customer',
    many: 'customers',
    fields: [
      { name: 'status', label: 'Status', options: statusOptions },
      ...priceGroupFields,
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
}

/** For users who may see price groups and lower prices (decision 183). */
function usePriceGroupFields(): readonly BulkField[] {
  const canSet = passesRecordRule('customerPriceGroups', useUser());
  const enabled = useAccess().canCall(priceGroups.list) && canSet;
  const { data } = useQuery({ ...priceGroupChoices, enabled });
  if (!enabled) return [];
  const options = (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return [
    {
      name: 'price_group_id',
      label: 'Price group',
      options: [...options, { value: clears, label: 'List prices' }],
      toSent: idOrNull,
    },
  ];
}
