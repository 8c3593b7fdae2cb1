import type { CountStatus } from '#domain/stock/count-status';
import { countStatusNames } from '#domain/stock/count-status';
import { Badge } from '../../ui/badge';

const tones = { counting: 'info', posted: 'success', reversed: 'secondary', cancelled: 'secondary' } as const;

export const CountBadges = ({ count }: { count: { status: CountStatus; is_blind: boolean } }) => (
  <span className="count-badges">
    <Badge tone={tones[count.status]}>{countStatusNames[count.status]}</Badge>
    {count.is_blind && <Badge tone="warning">Blind</Badge>}
  </span>
);
