import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import './part-not-loaded.css';
import { popupHome } from './menus/popup-home';

/** Loads the part once more. */
export const TryAgain = createContext(() => {});

/** In place of a part that could not be loaded. Over the page, because the part may be a dialog, which has no place. */
export function PartNotLoaded({ children }: { children?: ReactNode }) {
  const tryAgain = useContext(TryAgain);
  const message = createPortal(
    // It is seen over a page whose session has ended, too.
    <div className="part-not-loaded sign-in-again no-print" role="alert">
      <p>This part of the page could not be loaded. Check your connection and try again.</p>
      <button
        type="button"
        onClick={event => {
          // The part may stand within a button.
          event.stopPropagation();
          tryAgain();
        }}
      >
        Try again
      </button>
      <button type="button" onClick={() => location.reload()}>
        Reload page
      </button>
    </div>,
    popupHome(),
  );
  return (
    <>
      {children}
      {message}
    </>
  );
}
