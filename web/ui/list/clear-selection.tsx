import { Button } from '@mantine/core';
import { useShortcut } from '../../platform/shortcuts';

/** Clears the selection of a list, as Escape does from anywhere on the page. */
export function ClearSelection({ onClear }: { onClear: () => void }) {
  useShortcut('Escape', 'Clear the selection', onClear);
  return (
    <Button size="xs" variant="default" onClick={onClear}>
      Clear selection
    </Button>
  );
}
