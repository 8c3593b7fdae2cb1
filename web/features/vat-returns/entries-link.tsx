import type { ReactNode } from 'react';
import { TextLink } from '../../ui/links';

/** Links a figure of a return to the entries behind it. */
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
  <TextLink
    to="/reports/vat-return/entries"
    search={{ to, ...more }}
    {...(label ? { 'aria-label': label } : {})}
  >
    {children}
  </TextLink>
);
