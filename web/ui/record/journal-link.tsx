import type { ReactNode } from 'react';
import { useAccess } from '../../platform/access';
import { TextLink } from '../links';

/** A journal by number or other text, as a link for users who can see the ledger. */
export const JournalLink = ({ id, children }: { id: number; children?: ReactNode }) => {
  const className = children ? undefined : 'figures';
  return useAccess().can('view_ledger') ? (
    <TextLink
      to="/journals/$id"
      params={{ id: String(id) }}
      {...(children ? {} : { className, 'aria-label': `Journal ${id}` })}
    >
      {children ?? id}
    </TextLink>
  ) : (
    <span className={className}>{children ?? id}</span>
  );
};
