import { Alert } from '@mantine/core';
import { ClipboardCheck } from 'lucide-react';
import { saleExceptionNames } from '#domain/sales/sale-exception';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { TextLink } from '../../ui/links';

/** The exceptions of a sale paid at a till, for users who review them. */
export function SaleExceptions({ sale: { exceptions, number } }: { sale: SaleDetail }) {
  if (exceptions.length === 0) return null;
  const isOpen = exceptions.some(({ reviewed_at }) => reviewed_at === null);
  return (
    <Alert
      role="status"
      color={isOpen ? 'yellow' : 'gray'}
      variant="light"
      mb={12}
      icon={<ClipboardCheck size={18} />}
      title={isOpen ? 'To review' : 'Reviewed'}
      styles={{ message: { color: 'var(--mantine-color-text)' } }}
    >
      {exceptions.map(({ id, kind, words, reviewed_by, note }) => (
        <div key={id}>
          <b>{saleExceptionNames[kind]}</b>: {words}
          {reviewed_by && ` Reviewed by ${reviewed_by}${note ? `: ${note}` : '.'}`}
        </div>
      ))}
      {isOpen && (
        <TextLink to="/sales/exceptions" search={{ search: number }}>
          Review
        </TextLink>
      )}
    </Alert>
  );
}
