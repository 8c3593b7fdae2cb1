import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useIsVatRegistered } from '../../platform/company-status';
import { Badge } from '../../ui/badge';
import { openBillsOfSupplier } from './supplier-documents.queries';
import '../../ui/lines/dialog-lines.css';
import '../../ui/card.css';

type Supplier = { readonly id: number; readonly name: string };

type Props = {
  readonly supplier: Supplier | null;
  /** In pence. */
  readonly vat: number;
  readonly billDate: string;
};

/** Warns that a bill to be recorded reclaims VAT without the supplier's VAT number (rule V18, decision 197). */
export function MissingVatNumber({ supplier, vat, billDate }: Props) {
  const isRegistered = useIsVatRegistered(billDate);
  return supplier !== null && vat > 0 && isRegistered ? <Warning supplier={supplier} /> : null;
}

function Warning({ supplier }: { supplier: Supplier }) {
  const { data } = useQuery(openBillsOfSupplier(supplier.id));
  if (data?.has_vat_number !== false) return null;
  return (
    <Alert
      role="status"
      color="yellow"
      variant="light"
      my={12}
      icon={<TriangleAlert size={18} />}
      data-notice="warning"
      styles={{ message: { color: 'var(--mantine-color-text)' } }}
    >
      {supplier.name} has no VAT number here. Reclaim this VAT only if the bill shows one, and enter it under
      Terms on the supplier’s page. If it shows none, enter each amount including VAT as net and 0.00 as VAT.
    </Alert>
  );
}

type Bill = { readonly lacks_vat_number: boolean };

/** Marks a recorded bill that reclaims VAT without it. */
export const VatNumberBadge = ({ bill }: { bill: Bill }) =>
  bill.lacks_vat_number && (
    <>
      {' '}
      <Badge tone="warning">No VAT number</Badge>
    </>
  );

/** What the mark means, beside bills that have it. */
export const VatNumberNote = ({ bills }: { bills: readonly Bill[] }) =>
  bills.some(bill => bill.lacks_vat_number) && (
    <p className="card-body dialog-note">
      Bills marked “No VAT number” reclaim VAT, but their supplier has no VAT number here. Check that the bill
      shows one, and enter it under Terms on the supplier’s page.
    </p>
  );
