import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { useAccess } from '../platform/access';

/** The way to the rules that a page works by, for those who may look at the settings. */
export function RulesLink({ section, label = 'Rules' }: { section: string; label?: string }) {
  const { can } = useAccess();
  if (!can('view_setting')) return null;
  return (
    <Button
      renderRoot={props => <Link {...props} to="/settings/$section" params={{ section }} />}
      variant="default"
      leftSection={<SlidersHorizontal size={16} />}
    >
      {label}
    </Button>
  );
}
