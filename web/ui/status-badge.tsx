import type { RecordStatus } from '#domain/kernel/fields';
import { Badge } from './badge';

/** Active or inactive, the state of every master record and party. */
export const StatusBadge = ({ status }: { status: RecordStatus }) =>
  status === 'active' ? <Badge tone="success">Active</Badge> : <Badge tone="secondary">Inactive</Badge>;
