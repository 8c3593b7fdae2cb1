import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Leads from a figure of a return to the entries behind it. */
export const EntriesLink = ({
  to,
  more = {},
  label,
  children,
}: {
  to: string;
  more?: Record<string, string>;
  label?: string;
  children: ReactNode;
}) => (
  <Anchor
    component={Link}
    to="/reports/vat-return/entries"
    search={{ to, ...more } as never}
    {...(label ? { 'aria-label': label } : {})}
  >
    {children}
  </Anchor>
);
