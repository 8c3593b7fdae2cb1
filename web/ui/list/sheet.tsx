import { CloseButton } from '@mantine/core';
import { useFocusTrap, useMergedRef } from '@mantine/hooks';
import { createContext, type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { popupHome } from '../menus/popup-home';
import './sheet.css';

/** Whether buttons are entries of a sheet, with their words. */
export const InSheet = createContext(false);

type Props = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** A press of a button that opens no menu closes it. */
  closesOnAction?: boolean;
  children: ReactNode;
};

/** A panel at the bottom of a phone's screen. While closed its content stays, unseen. */
export function Sheet({ title, isOpen, onClose, closesOnAction, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const trap = useMergedRef(panel, useFocusTrap(isOpen));
  const opener = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    const { activeElement, documentElement } = document;
    if (activeElement instanceof HTMLElement && !activeElement.closest('.sheet'))
      opener.current = activeElement;
    documentElement.classList.add('sheet-is-open');
    return () => {
      documentElement.classList.remove('sheet-is-open');
      const isLost = document.activeElement === document.body || document.activeElement?.closest('.sheet');
      if (isLost) opener.current?.focus({ preventScroll: true });
    };
  }, [isOpen]);
  const close = () => {
    opener.current?.focus({ preventScroll: true });
    onClose();
  };
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented } = event;
    // A dialog or menu that was opened from the sheet closes first.
    const dialog = target instanceof Element ? target.closest('[role="dialog"]') : null;
    if (key !== 'Escape' || defaultPrevented || (dialog && dialog !== panel.current)) return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    if (!isOpen) return;
    // On the document: the focus may not be in the sheet yet, or a late answer may have replaced what had it.
    document.addEventListener('keydown', onEscape);
    return () => document.removeEventListener('keydown', onEscape);
  }, [isOpen]);
  const onClick = ({ target }: MouseEvent) => {
    const pressed = target instanceof Element ? target.closest('button, a') : null;
    const isDone = pressed && !pressed.matches('[aria-haspopup], [aria-disabled="true"]');
    if (closesOnAction && isDone) close();
  };
  return createPortal(
    // Events of the panel are none of the row or page that it was opened from.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the backdrop
    <div
      className="sheet"
      hidden={!isOpen}
      onClick={event => event.target === event.currentTarget && close()}
    >
      <div
        ref={trap}
        className="sheet-panel"
        role="dialog"
        aria-modal={isOpen}
        aria-label={title}
        tabIndex={-1}
      >
        <div className="sheet-head">
          <strong>{title}</strong>
          <CloseButton size="lg" aria-label={`Close ${title.toLowerCase()}`} onClick={close} />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- closes after the button in it */}
        <div className="sheet-content" onClick={onClick}>
          {children}
        </div>
      </div>
    </div>,
    popupHome(),
  );
}
