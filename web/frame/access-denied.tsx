import { Button, Group, Modal, Text } from '@mantine/core';

/** The dialog shown with the notification when permission is denied (N-02). */
export const AccessDenied = ({ message, onClose }: { message: string; onClose: () => void }) => (
  <Modal
    opened
    onClose={onClose}
    title="Access Denied"
    size="sm"
    closeButtonProps={{ 'aria-label': 'Dismiss' }}
  >
    <Text>{message}</Text>
    <Group justify="flex-end" mt="md">
      <Button onClick={onClose} data-autofocus>
        Close
      </Button>
    </Group>
  </Modal>
);
