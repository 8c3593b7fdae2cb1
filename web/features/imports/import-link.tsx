import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import type { Permission } from '#domain/kernel/permissions';
import { useAccess } from '../../platform/access';

/** The way from a list to the import of its records, for those who may. */
export function ImportLink({ kind, needs }: { kind: string; needs: Permission }) {
  const { can } = useAccess();
  if (!can(needs)) return null;
  return (
    <Button
      component={Link}
      to="/imports/new"
      search={{ kind } as never}
      variant="default"
      leftSection={<Upload size={16} />}
    >
      Import
    </Button>
  );
}
