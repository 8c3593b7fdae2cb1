import type { BulkListName } from '#domain/bulk-changes/bulk-change.contract';
import type { Permission } from '#domain/kernel/permissions';
import { History } from 'lucide-react';
import { useAccess } from '../../platform/access';
import { LinkButton } from '../../ui/links';

type Props = { list: BulkListName; needs: Permission };

/** A link from a list to the bulk changes made on it. */
export function BulkChangesLink({ list, needs }: Props) {
  const { can } = useAccess();
  if (!can(needs)) return null;
  return (
    <LinkButton to="/bulk-changes" search={{ list }} variant="default" leftSection={<History size={16} />}>
      Bulk changes
    </LinkButton>
  );
}
