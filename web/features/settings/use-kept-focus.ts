import { useLayoutEffect, useRef } from 'react';

const controlsIn = (fields: HTMLElement | null): HTMLElement[] => [
  ...(fields?.querySelectorAll<HTMLElement>('input, select, textarea, button') ?? []),
];

/**
 * Fields that begin again with what was saved are others on the page: the control that had the focus when they were sent
 * gets it again, unless the user has gone elsewhere meanwhile.
 */
export function useKeptFocus(version: number) {
  const ref = useRef<HTMLFieldSetElement>(null);
  const place = useRef(-1);
  const shown = useRef(version);
  useLayoutEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    const control = controlsIn(ref.current)[place.current];
    place.current = -1;
    if (document.activeElement === document.body) control?.focus({ preventScroll: true });
  }, [version]);
  return {
    ref,
    onSubmitCapture: () => {
      place.current = controlsIn(ref.current).indexOf(document.activeElement as HTMLElement);
    },
  };
}
