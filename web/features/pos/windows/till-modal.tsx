import { Modal, type ModalProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { TouchKeypad } from './touch-keypad';

/**
 * A window of the till. It is there at once, so that what is typed right after the key that opened it goes into it; and
 * the till itself decides where the cursor is afterwards.
 */
export const TillModal = ({ children, ...props }: Omit<ModalProps, 'opened'>) => (
  <Modal opened returnFocus={false} transitionProps={{ duration: 0 }} className="till-modal" {...props}>
    {children}
    <TouchKeypad />
    <CursorInside />
  </Modal>
);

/** Has the window's first field take the cursor as it appears; the library's own way comes a moment too late. */
function CursorInside() {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    mark.current?.closest('[role="dialog"]')?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return <span ref={mark} hidden />;
}
