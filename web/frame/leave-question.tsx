import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Asks whether to discard unsaved changes. */
export function LeaveQuestion({ onAnswer }: { onAnswer: (leave: boolean) => void }) {
  const stay = () => onAnswer(false);
  // Staying returns the focus to where it was.
  const [from] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (from instanceof HTMLElement) from.focus();
    },
    [from],
  );
  return (
    <Modal
      opened
      onClose={stay}
      // Escape is handled inside this dialog only, because a dialog below listens everywhere and would reopen
      // it.
      closeOnEscape={false}
      onKeyDown={event => {
        if (event.key === 'Escape') stay();
      }}
      withCloseButton={false}
      title="Leave without saving?"
      size="sm"
    >
      <Text>Your changes are not saved and will be lost.</Text>
      <Group justify="flex-end" gap={8} mt="md">
        <Button variant="light" color="red" onClick={() => onAnswer(true)}>
          Leave without saving
        </Button>
        <Button onClick={stay} data-autofocus>
          Stay
        </Button>
      </Group>
    </Modal>
  );
}
