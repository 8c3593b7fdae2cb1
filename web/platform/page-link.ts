import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { type FocusEvent, type MouseEvent, type TouchEvent, useEffect, useRef } from 'react';
import type { ListPlace } from './list-place';
import { type SearchParams, stringifySearch } from './search-params';

/** A page as links name it: a path of `web/router.tsx`, or one with its parameters filled in. */
export type LinkTarget = {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly search?: Readonly<SearchParams> | undefined;
  readonly hash?: string | undefined;
  /** Takes the place of the page in the history instead of coming after it. */
  readonly replace?: boolean | undefined;
  readonly state?: { readonly listPlace?: ListPlace } | undefined;
};

export const hrefOf = ({ to, params = {}, search = {}, hash }: LinkTarget): string =>
  to.replaceAll(/\$(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? '')) +
  stringifySearch(search) +
  (hash ? `#${hash}` : '');

/** What an element already does itself. */
type Handlers = {
  readonly target?: string | undefined;
  readonly onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  readonly onMouseEnter?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  readonly onMouseLeave?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  readonly onFocus?: ((event: FocusEvent<HTMLAnchorElement>) => void) | undefined;
  readonly onBlur?: ((event: FocusEvent<HTMLAnchorElement>) => void) | undefined;
  readonly onTouchStart?: ((event: TouchEvent<HTMLAnchorElement>) => void) | undefined;
};

/** How long the pointer or the focus rests on a link before the script of its page is loaded. */
const restMs = 50;

/**
 * What makes an anchor a link to a page. The router's own links work out their address again with every change of the
 * address, which might be relative: sixty of them took most of the time of a letter typed into a search. Ours are whole,
 * so nothing of them depends on where the user is.
 */
export function usePageLink(target: LinkTarget, own: Handlers) {
  const router = useRouter<AnyRouter>();
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const load = () => void router.preloadRoute(target).catch(() => {});
  const rest = () => {
    resting.current ??= setTimeout(() => {
      resting.current = undefined;
      load();
    }, restMs);
  };
  const leave = () => {
    clearTimeout(resting.current);
    resting.current = undefined;
  };
  useEffect(() => () => clearTimeout(resting.current), []);
  return {
    href: hrefOf(target),
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      own.onClick?.(event);
      if (!isPlainClick(event) || (own.target && own.target !== '_self')) return;
      event.preventDefault();
      leave();
      void router.navigate(target);
    },
    onMouseEnter: (event: MouseEvent<HTMLAnchorElement>) => {
      own.onMouseEnter?.(event);
      rest();
    },
    onMouseLeave: (event: MouseEvent<HTMLAnchorElement>) => {
      own.onMouseLeave?.(event);
      leave();
    },
    onFocus: (event: FocusEvent<HTMLAnchorElement>) => {
      own.onFocus?.(event);
      rest();
    },
    onBlur: (event: FocusEvent<HTMLAnchorElement>) => {
      own.onBlur?.(event);
      leave();
    },
    onTouchStart: (event: TouchEvent<HTMLAnchorElement>) => {
      own.onTouchStart?.(event);
      load();
    },
  };
}

/** Others open a tab or a window, or were handled already. */
const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 &&
  !event.defaultPrevented &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
