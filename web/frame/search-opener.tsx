import { UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { onDemand } from '../ui/on-demand';

const Palette = onDemand(async () => (await import('../features/search/palette')).Palette);

/** Opens the search palette by button or Ctrl K. The palette is loaded on demand. */
export function SearchOpener() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isAsked = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k' && !event.altKey;
      // An open dialog has to be finished first.
      if (!isAsked || document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <UnstyledButton className="frame-search" aria-keyshortcuts="Control+K" onClick={() => setOpen(true)}>
        Search <kbd>Ctrl K</kbd>
      </UnstyledButton>
      {isOpen && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}
