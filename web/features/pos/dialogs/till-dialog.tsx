import { Modal, type ModalProps } from '@mantine/core';
import { createContext, type FormEvent, useContext, useLayoutEffect, useRef, useState } from 'react';
import { confirmedRemoval } from '../../../platform/confirm';
import { TouchKeypad } from '../../tills';

/** Whether an approval is asked for over the dialog. It is hidden meanwhile, and keeps what was entered. */
export const BehindApproval = createContext(false);

/** The question before something that has been entered is lost. */
export type Discard = { readonly question: string; readonly consequence?: string };

type Props = Omit<ModalProps, 'opened'> & {
  /** Asked before the dialog closes; null while nothing would be lost. */
  discard?: Discard | null;
};

/**
 * A dialog of the till. It opens at once, so that keys typed after its shortcut go into it, and the till
 * decides where the cursor goes afterwards. A touch beside it closes it only while nothing has been entered.
 */
export function TillDialog({ children, onClose, discard = null, ...props }: Props) {
  const [isTyped, setTyped] = useState(false);
  const isBehind = useContext(BehindApproval);
  // What is typed to search with is no entry.
  const noteInput = ({ target }: FormEvent) => {
    if ((target as HTMLElement).getAttribute('role') !== 'combobox') setTyped(true);
  };
  return (
    <Modal
      opened={!isBehind}
      keepMounted
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      className="till-modal"
      closeOnClickOutside={!isTyped && discard === null}
      onInput={noteInput}
      onClose={closing(onClose, discard)}
      {...props}
    >
      {children}
      <TouchKeypad />
      <CursorInside />
    </Modal>
  );
}

/** Closes at once, or after the question. */
export const closing = (onClose: () => void, discard: Discard | null) => () => {
  if (discard === null) return onClose();
  void confirmedRemoval(discard.question, 'Discard', discard.consequence).then(
    isConfirmed => isConfirmed && onClose(),
  );
};

/** Focuses the first field as the dialog appears, because the library's own focus comes too late. */
function CursorInside() {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    mark.current?.closest('[role="dialog"]')?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return <span ref={mark} hidden />;
}
