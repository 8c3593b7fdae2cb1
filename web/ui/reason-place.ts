import { type CSSProperties, useState } from 'react';

const toEdge = 8;
const below = 6;

/**
 * Where the reason of a blocked action stands: below its button, to the side that has room, over tables that would cut it
 * off. `stand` is called with the button when it is pointed at or focused.
 */
export function useReasonPlace() {
  const [place, setPlace] = useState<CSSProperties>({});
  const stand = (button: Element) => {
    const { bottom, left, right } = button.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const fromStart = left + right < width;
    const away = Math.max(toEdge, fromStart ? left : width - right);
    setPlace({
      position: 'fixed',
      insetBlockStart: bottom + below,
      ...(fromStart
        ? { insetInlineStart: away, insetInlineEnd: 'auto' }
        : { insetInlineEnd: away, insetInlineStart: 'auto' }),
      maxInlineSize: `min(320px, ${width - away - toEdge}px)`,
    });
  };
  return { place, stand };
}
