import { Anchor, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import '../../ui/figure-link.css';

/** Leads from a figure to the sales and credit notes that make it; `label` says so to those who hear it. */
export const DocumentsLink = ({
  search,
  label,
  children,
}: {
  search: Readonly<Record<string, string | undefined>>;
  label: string;
  children: ReactNode;
}) => (
  <Anchor component={Link} to="/reports/documents" search={search as never} className="figure-link">
    {children}
    <VisuallyHidden> {label}</VisuallyHidden>
  </Anchor>
);
