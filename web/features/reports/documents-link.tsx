import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { TextLink } from '../../ui/links';
import '../../ui/figure-link.css';

/** Links a figure to the sales and credit notes behind it; `label` is for screen readers. */
export const DocumentsLink = ({
  search,
  label,
  children,
}: {
  search: Readonly<Record<string, string | undefined>>;
  label: string;
  children: ReactNode;
}) => (
  <TextLink to="/reports/documents" search={search} className="figure-link">
    {children}
    <VisuallyHidden> {label}</VisuallyHidden>
  </TextLink>
);
