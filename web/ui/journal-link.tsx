import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAccess } from '../platform/access';

/** The number of a journal, leading to it for those who may see the ledger. */
export const JournalLink = ({ id }: { id: number }) =>
  useAccess().can('view_ledger') ? (
    <Anchor
      component={Link}
      to="/journals/$id"
      params={{ id: String(id) } as never}
      className="figures"
      aria-label={`Journal ${id}`}
    >
      {id}
    </Anchor>
  ) : (
    <span className="figures">{id}</span>
  );
