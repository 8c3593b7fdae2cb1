import { UnstyledButton } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { onDemand } from '../ui/on-demand';
import { collectKeys, type KeysAhead } from './keys-ahead';

const Palette = onDemand(async () => (await import('../features/search/palette')).Palette);
const PageScans = onDemand(async () => (await import('./page-scans')).PageScans, { ifNotLoaded: 'nothing' });

/**
 * Opens the search palette by button, Ctrl K or a scan on any page; on the till, which has its own scans and no header, by
 * Ctrl K. The palette is loaded on demand; what is typed meanwhile is its first text.
 */
export function SearchOpener({ isAlone = false }: { isAlone?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const ahead = useRef<KeysAhead | null>(null);
  const close = () => {
    ahead.current?.take();
    setOpen(false);
  };
  const open = (scanned?: string) => {
    ahead.current?.take();
    ahead.current = collectKeys(close, scanned);
    setOpen(true);
  };
  const openByKey = useEffectEvent(open);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isAsked = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k' && !event.altKey;
      // An open dialog has to be finished first.
      if (!isAsked || document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      openByKey();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      {!isAlone && (
        <UnstyledButton className="frame-search" aria-keyshortcuts="Control+K" onClick={() => open()}>
          Search <kbd>Ctrl K</kbd>
        </UnstyledButton>
      )}
      {isOpen && <Palette takeKeys={() => ahead.current?.take()} onClose={close} />}
      {!isOpen && !isAlone && <PageScans onScan={open} />}
    </>
  );
}
