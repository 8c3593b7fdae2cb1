import { useQuery } from '@tanstack/react-query';
import { tills } from '#domain/tills/till.contract';
import { useAccess } from '../../platform/access';
import { tillsForRefund } from './invoices.queries';

/** The open tills, whose drawers cash can come from (rule T5). */
export function useOpenTills(): { session: number; name: string }[] | undefined {
  const canLook = useAccess().canCall(tills.now);
  const page = useQuery({ ...tillsForRefund, enabled: canLook });
  if (!canLook) return [];
  return page.data?.data.flatMap(({ name, session }) =>
    session?.status === 'open' ? [{ session: session.id, name }] : [],
  );
}
