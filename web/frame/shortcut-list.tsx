import { Modal } from '@mantine/core';
import { shortcuts } from '../platform/shortcuts';
import { useStore } from '../platform/store';

const everywhere = [
  { key: 'Ctrl K', label: 'Search pages, actions and records' },
  { key: 'Scan', label: 'Open the product or document with this code' },
  { key: '↑ ↓', label: 'Move between table rows' },
  { key: 'Enter', label: 'Open the row' },
  { key: 'Ctrl C', label: 'Copy the row, or the selected rows' },
  { key: 'Shift ↑ ↓', label: 'In a date field: one day later or earlier' },
  { key: 'Alt ↑ ↓', label: 'In a date field: one month later or earlier' },
  { key: 'Ctrl Enter', label: 'Save the form' },
  { key: 'Esc', label: 'Close a dialog or menu' },
];

/** The shortcuts of this page and of all pages. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const page = useStore(shortcuts);
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="sm">
      <dl className="shortcut-list">
        {[...page, ...everywhere].map(({ key, label }) => (
          <div key={key}>
            <dt>
              {key.split(' ').map(part => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
