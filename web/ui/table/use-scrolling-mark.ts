import { type RefObject, useEffect } from 'react';

/** Without a further turn of the wheel for this long, in milliseconds, the page is at rest. */
const rest = 150;

/**
 * Marks a part of the page while something scrolls. Rows that pass below a resting pointer are not highlighted then:
 * each would have the whole table painted again.
 */
export function useScrollingMark(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      if (timer === undefined) part.current?.setAttribute('data-scrolling', '');
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        part.current?.removeAttribute('data-scrolling');
      }, rest);
    };
    addEventListener('scroll', onScroll, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [part]);
}
