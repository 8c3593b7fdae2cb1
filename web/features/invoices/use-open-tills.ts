import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#domain/kernel/call';
import { drawerName } from '#domain/tills/open-drawer';
import { tills } from '#domain/tills/till.contract';
import { useAccess } from '../../platform/access';
import { tillsForRefund } from './invoices.queries';

type OpenTill = { readonly session: number; readonly name: string };

const openOf = ({ data }: ReplyOf<typeof tills.now>): OpenTill[] =>
  data.flatMap(({ name, session }) =>
    session?.status === 'open'
      ? [
          {
            session: session.id,
            name: drawerName({ register_name: name, opened_at: session.opened_at }, new Date()),
          },
        ]
      : [],
  );

/** The open tills, whose drawers cash can come from (rule T5). */
export function useOpenTills(): OpenTill[] | undefined {
  const canLook = useAccess().canCall(tills.now);
  const page = useQuery({ ...tillsForRefund, enabled: canLook });
  if (!canLook) return [];
  return page.data && openOf(page.data);
}

/** The drawer that cash comes from unless another is chosen. Reads the tills first if that has not been done. */
export function useFirstDrawer(): () => Promise<number | undefined> {
  const queries = useQueryClient();
  const canLook = useAccess().canCall(tills.now);
  return async () =>
    canLook ? openOf(await queries.ensureQueryData(tillsForRefund))[0]?.session : undefined;
}
