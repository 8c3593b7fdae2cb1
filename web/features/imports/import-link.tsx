import { Upload } from 'lucide-react';
import type { Permission } from '#domain/kernel/permissions';
import { useAccess } from '../../platform/access';
import { LinkButton } from '../../ui/links';

type Props = { kind: string; needs: Permission; label?: string; size?: 'xs' };

/** A link from a list to the import of its records, if the user can import them. */
export function ImportLink({ kind, needs, label = 'Import', size }: Props) {
  const { can } = useAccess();
  if (!can(needs)) return null;
  return (
    <LinkButton
      to="/imports/new"
      search={{ kind }}
      variant="default"
      {...(size && { size })}
      leftSection={<Upload size={16} />}
    >
      {label}
    </LinkButton>
  );
}
