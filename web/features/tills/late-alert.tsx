import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import type { TillNow } from '#domain/tills/till.contract';

/** Says where sales came in after the Z: their session waits to be counted and closed by its own. */
export function LateAlert({ tills }: { tills: readonly TillNow[] }) {
  const late = tills.filter(till => till.late_session_id !== null);
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
      Sales came in after the till was closed:{' '}
      {late.map((till, index) => (
        <span key={till.id}>
          {index > 0 && ', '}
          <Anchor component={Link} to={`/sales/tills/${till.late_session_id ?? 0}`}>
            late sales of {till.name}
          </Anchor>
        </span>
      ))}
      . Close them by a Z report of their own.
    </Alert>
  );
}
