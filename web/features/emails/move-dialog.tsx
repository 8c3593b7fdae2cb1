import { Button, Modal, TextInput } from '@mantine/core';
import { Folder as FolderIcon } from 'lucide-react';
import { useState } from 'react';
import type { Folder } from '#domain/emails/mail-folders.contract';

type Props = {
  folders: readonly Folder[];
  here: number | null;
  onChoose: (folder: Folder) => void;
  onClose: () => void;
};

/** Chooses a folder by part of its name. Enter takes the first match. */
export function MoveDialog({ folders, here, onChoose, onClose }: Props) {
  const [text, setText] = useState('');
  const search = text.trim().toLowerCase();
  const found = folders.filter(({ id, name }) => id !== here && name.toLowerCase().includes(search));
  return (
    <Modal opened onClose={onClose} title="Move to folder" size="sm">
      <form
        onSubmit={event => {
          event.preventDefault();
          if (found[0]) onChoose(found[0]);
        }}
      >
        <TextInput
          label="Folder"
          placeholder="Type part of the name"
          data-autofocus
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <ul className="mail-move" aria-label="Folders to move to">
          {found.map(folder => (
            <li key={folder.id}>
              <Button
                fullWidth
                variant="subtle"
                color="gray"
                justify="flex-start"
                leftSection={<FolderIcon size={16} />}
                onClick={() => onChoose(folder)}
              >
                {folder.name}
              </Button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="mail-dim">No folders found. Try a shorter search.</p>}
      </form>
    </Modal>
  );
}
