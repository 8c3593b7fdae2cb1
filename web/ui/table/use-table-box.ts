import { useLayoutEffect, useRef, useState } from 'react';

/** The box that a table scrolls in. When the table does not fit, it is marked; the first column, with its check box, and the actions then stay in sight. */
export function useTableBox() {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // First before the first paint, once the browser has measured everything for it.
    const observer = new ResizeObserver(() =>
      element.toggleAttribute('data-overflows', element.scrollWidth > element.clientWidth),
    );
    for (const observed of [element, ...element.children]) observer.observe(observed);
    return () => observer.disconnect();
  }, []);
  return box;
}

/** The width of the place for a table. */
export function useTableWidth() {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { place, width };
}
