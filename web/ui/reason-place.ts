import { type CSSProperties, useState } from 'react';

const toEdge = 8;
const below = 6;

/**
 * Positions the reason of a disabled action below its button, towards the side with space and above tables
 * that would clip it. `stand` is called with the button on hover or focus.
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
