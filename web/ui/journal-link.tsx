import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccess } from '../platform/access';

/** A journal by its number, or by other words, leading to it for those who may see the ledger. */
export const JournalLink = ({ id, children }: { id: number; children?: ReactNode }) => {
  const className = children ? undefined : 'figures';
  return useAccess().can('view_ledger') ? (
    <Anchor
      component={Link}
      to="/journals/$id"
      params={{ id: String(id) } as never}
      {...(children ? {} : { className, 'aria-label': `Journal ${id}` })}
    >
      {children ?? id}
    </Anchor>
  ) : (
    <span className={className}>{children ?? id}</span>
  );
};
