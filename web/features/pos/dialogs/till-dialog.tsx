import { Modal, type ModalProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { TouchKeypad } from './touch-keypad';

/**
 * A dialog of the till. It opens at once, so that keys typed after its shortcut go into it, and the till
 * decides where the cursor goes afterwards.
 */
export const TillDialog = ({ children, ...props }: Omit<ModalProps, 'opened'>) => (
  <Modal opened returnFocus={false} transitionProps={{ duration: 0 }} className="till-modal" {...props}>
    {children}
    <TouchKeypad />
    <CursorInside />
  </Modal>
);

/** Focuses the first field as the dialog appears, because the library's own focus comes too late. */
function CursorInside() {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    mark.current?.closest('[role="dialog"]')?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return <span ref={mark} hidden />;
}
