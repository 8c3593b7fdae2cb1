import type { SupplierDetail } from '#domain/suppliers/supplier.contract';
import { EmailAddress } from '../../ui/email-address';
import { Card } from '../../ui/card';
import { Moment } from '../../ui/dates/day';
import { type Fact, FactList } from '../../ui/record/fact-list';
import { StatusBadge } from '../../ui/status-badge';

/** The supplier's details (SD-02). A dash for blanks. */
export function SupplierInformation({ supplier }: { supplier: SupplierDetail }) {
  const facts: Fact[] = [
    { label: 'Name', value: supplier.name },
    { label: 'Email', value: supplier.email && <EmailAddress address={supplier.email} /> },
    { label: 'Phone', value: supplier.phone },
    { label: 'Contact Person', value: supplier.contact_person },
    { label: 'Address', value: supplier.address },
    { label: 'Status', value: <StatusBadge status={supplier.status} /> },
    { label: 'Created', value: <Moment at={supplier.created_at} /> },
    { label: 'Last Updated', value: <Moment at={supplier.updated_at} /> },
  ];
  return (
    <Card title="Supplier Information">
      <FactList facts={facts} />
    </Card>
  );
}
