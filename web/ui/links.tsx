import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Element = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & {
  ref?: Ref<HTMLAnchorElement>;
};

/** A text link to a page. The compiler knows every path and its parameters (`web/router.tsx`). */
export const TextLink = createLink((props: AnchorProps & Element) => <Anchor {...props} />);

/** A button that links to a page. */
export const LinkButton = createLink(
  (props: Omit<ButtonProps, 'component'> & Omit<Element, keyof ButtonProps>) => (
    <Button component="a" {...props} />
  ),
);
