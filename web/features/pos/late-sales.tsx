import { hasPermission } from '#domain/kernel/access';
import type { TillNow } from '#domain/tills/till.contract';
import { useUser } from '../../platform/session';
import { TextLink } from '../../ui/links';

/** The session of sales that came in after the Z; nothing where none waits, or for those who close no till. */
export function useLateSession(till: TillNow | null): number | null {
  const user = useUser();
  return hasPermission(user, 'close_till') ? (till?.late_session_id ?? null) : null;
}

/** Says that sales came in after the Z of a register, and leads to where they are counted and closed. */
export function LateSales({ till }: { till: TillNow }) {
  const late = useLateSession(till);
  if (late === null) return null;
  return (
    <p className="till-late" role="status">
      Late sales arrived after {till.name} was closed.{' '}
      <TextLink to="/sales/tills/$id" params={{ id: String(late) }}>
        Close the late sales with their own Z report
      </TextLink>
    </p>
  );
}
