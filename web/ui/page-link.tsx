import { type AnchorProps } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMayOpen } from '../platform/may-open';
import { asText, type PageAddress } from '../platform/page-path';
import { LinkButton, TextLink } from './links';

type Props = Omit<AnchorProps, 'component'> & {
  to: PageAddress;
  search?: Readonly<Record<string, string | undefined>>;
  children: ReactNode;
};

/** A page by its words: a link for those who may open it, the bare words for the others. */
export const PageLink = ({ to, search = {}, children, ...look }: Props) =>
  useMayOpen()(to) ? (
    <TextLink to={asText(to)} search={search} {...look}>
      {children}
    </TextLink>
  ) : (
    <span className={look.className}>{children}</span>
  );

/** The way on to a longer list; for those who may not open it there is none. */
export const MoreLink = (props: Props) => (useMayOpen()(props.to) ? <PageLink size="sm" {...props} /> : null);

/** The way back from a page, where there is one for this person. */
export const BackButton = ({ to, children }: { to: PageAddress; children: ReactNode }) =>
  useMayOpen()(to) ? (
    <LinkButton variant="default" leftSection={<ArrowLeft size={16} />} to={asText(to)}>
      {children}
    </LinkButton>
  ) : null;
