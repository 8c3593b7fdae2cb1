import type { TillSessionRow } from '#domain/tills/till.contract';
import { tillSessionStatusNames } from '#domain/tills/till-state';
import { Badge } from '../../ui/badge';

const tones = { open: 'info', counting: 'warning', closed: 'secondary' } as const;

type Session = Pick<TillSessionRow, 'status' | 'is_late' | 'approval'>;

export const TillBadges = ({ session }: { session: Session }) => (
  <span className="till-badges">
    <Badge tone={tones[session.status]}>{tillSessionStatusNames[session.status]}</Badge>
    {session.is_late && <Badge tone="warning">Late sales</Badge>}
    {session.approval === 'waiting' && <Badge tone="danger">Variance to approve</Badge>}
    {session.approval === 'approved' && <Badge tone="success">Variance approved</Badge>}
  </span>
);
