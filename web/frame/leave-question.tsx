import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Whether to give up what is typed and not saved. Everything but the one button stays. */
export function LeaveQuestion({ onAnswer }: { onAnswer: (leave: boolean) => void }) {
  const stay = () => onAnswer(false);
  // Whoever stays goes on where he was.
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
      // Escape is heard in here only: a window below hears it everywhere, and would have it open and close this one.
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
