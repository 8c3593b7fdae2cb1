import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import type { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ComponentType, Ref } from 'react';
import { type LinkTarget, usePageLink } from '../platform/page-link';

type Element = AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> };
type TextProps = AnchorProps & Omit<Element, keyof AnchorProps>;
type ButtonLook = Omit<ButtonProps, 'component'> & Omit<Element, keyof ButtonProps>;

/** A component that looks like an anchor and leads to a page. The compiler knows every path and its parameters. */
const pageLink = ((Look: ComponentType<Element>) =>
  function PageAnchor({ to, params, search, hash, state, replace, ...look }: LinkTarget & Element) {
    return <Look {...look} {...usePageLink({ to, params, search, hash, state, replace }, look)} />;
  }) as unknown as typeof createLink;

/** A link without a look of its own. */
export const PlainLink = pageLink(({ children, ...props }: Element) => <a {...props}>{children}</a>);

/** A text link to a page. */
export const TextLink = pageLink((props: TextProps) => <Anchor {...props} />);

/** A button that links to a page. */
export const LinkButton = pageLink((props: ButtonLook) => <Button component="a" {...props} />);
