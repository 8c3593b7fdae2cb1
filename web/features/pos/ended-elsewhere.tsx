import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { formatMoment } from '#domain/kernel/dates';
import type { TillNow, TillSessionDetail } from '#domain/tills/till.contract';
import { sessionOnOtherDevice } from './pos.queries';

type Props = { sessionId: number; register: TillNow };

/** Tells the cashier that the till was closed or is being counted on another device (finding F38). */
export function EndedElsewhere({ sessionId, register }: Props) {
  const session = useQuery(sessionOnOtherDevice(sessionId, register.session?.status ?? 'closed'));
  return (
    <Alert
      role="alert"
      color="yellow"
      variant="light"
      ta="start"
      icon={<CircleAlert size={18} />}
      styles={{ message: { color: 'var(--mantine-color-text)' } }}
    >
      {wordsOf(register, session.data)} Your basket is kept. No sales have been taken since.
    </Alert>
  );
}

function wordsOf({ name, session: now }: TillNow, session: TillSessionDetail | undefined): string {
  if (now?.status === 'counting')
    return `${name} is being counted${session?.counting_by ? ` by ${session.counting_by}` : ''}. Selling resumes if the count is cancelled.`;
  if (!session?.closed_at) return `${name} was closed on another device.`;
  return `${name} was closed by ${session.closed_by ?? 'someone else'}, ${formatMoment(session.closed_at)} (${session.z_number ?? 'Z report'}).`;
}
