import { useShortcut } from '../platform/shortcuts';
import { createStore, useStore } from '../platform/store';
import { onDemand } from '../ui/on-demand';

export const shortcutHelp = createStore(false);

const ShortcutList = onDemand(async () => (await import('./shortcut-list')).ShortcutList);

/** The shortcuts of this page. `?` opens the list. */
export function ShortcutHelp() {
  const opened = useStore(shortcutHelp);
  useShortcut('?', 'Show keyboard shortcuts', () => shortcutHelp.set(true));
  return opened && <ShortcutList onClose={() => shortcutHelp.set(false)} />;
}
