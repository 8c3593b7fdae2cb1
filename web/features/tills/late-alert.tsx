import { Alert } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import type { TillNow } from '#domain/tills/till.contract';
import { TextLink } from '../../ui/links';

/** Shows which tills have late sales to count and close. */
export function LateAlert({ tills }: { tills: readonly TillNow[] }) {
  const late = tills.flatMap(({ id, name, late_session_id: session }) =>
    session === null ? [] : [{ id, name, session }],
  );
  if (late.length === 0) return null;
  return (
    <Alert
      role="status"
      color="yellow"
      variant="light"
      mb={12}
      icon={<CircleAlert size={18} />}
      styles={{ message: { color: 'var(--mantine-color-text)' } }}
    >
      Late sales or expenses came after the till was closed:{' '}
      {late.map((till, index) => (
        <span key={till.id}>
          {index > 0 && ', '}
          <TextLink to="/sales/tills/$id" params={{ id: String(till.session) }}>
            late sales of {till.name}
          </TextLink>
        </span>
      ))}
      . Close them with their own Z report.
    </Alert>
  );
}
