import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate } from '#domain/kernel/dates';
import type { AdjustmentPreview } from '#domain/vat-returns/vat-adjustment.contract';
import type { VatRelief } from '#domain/vat-returns/vat-relief.contract';
import { PageLink } from '../../ui/page-link';

type Repeated = AdjustmentPreview['repeated'][number];
type Props = {
  words: string;
  repeated: readonly Repeated[];
  /** Its links open a tab, so that what is entered stays. */
  inDialog?: boolean;
};

/** Earlier adjustments for the same VAT, which this one may repeat (rule V26). */
export function RepeatedAdjustments({ words, repeated, inDialog = false }: Props) {
  return (
    <Warning m={inDialog ? 0 : 16}>
      {words}
      <ul className="vat-adjustment-repeated">
        {repeated.map(({ id, number, business_date, documents }) => (
          <li key={id}>
            <PageLink to={`/vat-adjustments/${id}`} {...(inDialog ? { target: '_blank' } : {})}>
              {number}
            </PageLink>{' '}
            of {formatDate(business_date)}
            {documents.length > 0 && `, for ${documentsOf(documents)}`}
          </li>
        ))}
      </ul>
    </Warning>
  );
}

/** The adjustments entered by hand that may relieve these documents already, each with its documents. */
export function repeatedOf(chosen: readonly VatRelief[]): Repeated[] {
  const found = new Map<number, Repeated>();
  for (const { document, party, repeated } of chosen)
    for (const adjustment of repeated) {
      const documents = [
        ...(found.get(adjustment.id)?.documents ?? []),
        document.number ?? `the debt of ${party.name}`,
      ];
      found.set(adjustment.id, { ...adjustment, documents });
    }
  return [...found.values()];
}

/** The first three documents by number, and how many more there are. */
function documentsOf(documents: readonly string[]): string {
  const named = documents.slice(0, 3).join(', ');
  return documents.length > 3 ? `${named} and ${documents.length - 3} more` : named;
}

export const Warning = ({ children, m = 16 }: { children: ReactNode; m?: number }) => (
  <Alert
    role="status"
    color="yellow"
    variant="light"
    m={m}
    icon={<TriangleAlert size={18} />}
    styles={{ message: { color: 'var(--mantine-color-text)' } }}
  >
    {children}
  </Alert>
);
