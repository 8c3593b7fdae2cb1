import { hasPermission } from '#domain/kernel/access';
import type { TillNow } from '#domain/tills/till.contract';
import { useUser } from '../../platform/session';
import { TextLink } from '../../ui/links';

/** The late sales session of a till; null when there is none or the user may not close tills. */
export function useLateSession(till: TillNow | null): number | null {
  const user = useUser();
  return hasPermission(user, 'close_till') ? (till?.late_session_id ?? null) : null;
}

/** Tells the user about late sales of a register, with a link to close them. */
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
