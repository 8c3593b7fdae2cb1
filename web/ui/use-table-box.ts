import { useLayoutEffect, useRef, useState } from 'react';

/**
 * The box that a table scrolls in: its width, known before the first paint, and a mark when the table does not fit. The
 * first column and the actions then stay in sight while it scrolls.
 */
export function useTableBox() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      setWidth(element.clientWidth);
      element.toggleAttribute('data-overflows', element.scrollWidth > element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const observed of [element, ...element.children]) observer.observe(observed);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}
