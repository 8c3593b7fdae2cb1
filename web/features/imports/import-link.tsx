import { Upload } from 'lucide-react';
import type { Permission } from '#domain/kernel/permissions';
import { useAccess } from '../../platform/access';
import { LinkButton } from '../../ui/links';

/** A link from a list to the import of its records, if the user can import them. */
export function ImportLink({ kind, needs }: { kind: string; needs: Permission }) {
  const { can } = useAccess();
  if (!can(needs)) return null;
  return (
    <LinkButton to="/imports/new" search={{ kind }} variant="default" leftSection={<Upload size={16} />}>
      Import
    </LinkButton>
  );
}
