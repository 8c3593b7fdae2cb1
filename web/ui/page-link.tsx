import { type AnchorProps } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useListSearch } from '../platform/list-place';
import { useCanOpen } from '../platform/may-open';
import { asText, type PageAddress } from '../platform/page-path';
import { LinkButton, TextLink } from './links';

type Props = Omit<AnchorProps, 'component'> & {
  to: PageAddress;
  search?: Readonly<Record<string, string | undefined>>;
  target?: '_blank';
  children: ReactNode;
};

/** A link for users who can open the page, plain text for others. */
export const PageLink = ({ to, search = {}, children, ...look }: Props) =>
  useCanOpen()(to) ? (
    <TextLink to={asText(to)} search={search} {...look}>
      {children}
    </TextLink>
  ) : (
    <span className={look.className}>{children}</span>
  );

/** A link to the full list, if the user can open it. */
export const MoreLink = (props: Props) => (useCanOpen()(props.to) ? <PageLink size="sm" {...props} /> : null);

/** The back link, if the user can open its page; to a list as it was left. */
export function BackButton({ to, children }: { to: PageAddress; children: ReactNode }) {
  const canOpen = useCanOpen();
  const search = useListSearch(to);
  return canOpen(to) ? (
    <LinkButton variant="default" leftSection={<ArrowLeft size={16} />} to={asText(to)} search={search}>
      {children}
    </LinkButton>
  ) : null;
}
