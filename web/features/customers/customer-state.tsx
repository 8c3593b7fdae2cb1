import { Alert } from '@mantine/core';
import { Info } from 'lucide-react';
import { customerStateNames, type CustomerState } from '#domain/customers/customer-fields';
import type { Customer, CustomerName } from '#domain/customers/customer.contract';
import { formatDay } from '#domain/kernel/dates';
import { Badge, type Tone } from '../../ui/badge';
import { TextLink } from '../../ui/links';
import './customers.css';

const tones: Readonly<Record<CustomerState, Tone>> = {
  active: 'success',
  inactive: 'secondary',
  merged: 'info',
  erased: 'secondary',
};

const stateOf = ({ status, merged_into, erased_at }: Customer): CustomerState =>
  erased_at ? 'erased' : merged_into ? 'merged' : status;

export const CustomerBadge = ({ customer }: { customer: Customer }) => (
  <Badge tone={tones[stateOf(customer)]}>{customerStateNames[stateOf(customer)]}</Badge>
);

export const CustomerLink = ({ customer }: { customer: CustomerName }) => (
  <TextLink to="/customers/view/$id" params={{ id: String(customer.id) }} inherit>
    {customer.name}
  </TextLink>
);

/** Why a customer cannot be changed, and which one to use instead. */
export function CustomerLockedNotice({ customer }: { customer: Customer }) {
  const { merged_into, erased_at, erased_reason } = customer;
  return (
    <Alert
      color="info"
      variant="light"
      mb={12}
      icon={<Info size={18} />}
      styles={{ message: { color: 'var(--mantine-color-text)' } }}
    >
      {erased_at && `The personal data was erased on ${formatDay(erased_at)}: ${erased_reason}. `}
      {merged_into && (
        <>
          This customer was merged into <CustomerLink customer={merged_into} /> ({merged_into.number}). Use
          that customer instead.
        </>
      )}
    </Alert>
  );
}
