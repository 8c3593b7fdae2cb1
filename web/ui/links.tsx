import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Element = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & {
  ref?: Ref<HTMLAnchorElement>;
};

/** A page by its words. The compiler knows every address and what it needs (`web/router.tsx`). */
export const TextLink = createLink((props: AnchorProps & Element) => <Anchor {...props} />);

/** A page behind a button. */
export const LinkButton = createLink(
  (props: Omit<ButtonProps, 'component'> & Omit<Element, keyof ButtonProps>) => (
    <Button component="a" {...props} />
  ),
);
