import { Button } from '@mantine/core';
import { SlidersHorizontal } from 'lucide-react';
import { useAccess } from '../platform/access';
import { PlainLink } from './links';

/** A link to the settings a page uses, for users who can see them. */
export function RulesLink({ section, label = 'Rules' }: { section: string; label?: string }) {
  const { can } = useAccess();
  if (!can('view_setting')) return null;
  return (
    <Button
      renderRoot={props => <PlainLink {...props} to="/settings/$section" params={{ section }} />}
      variant="default"
      leftSection={<SlidersHorizontal size={16} />}
    >
      {label}
    </Button>
  );
}
