import { Modal, type ModalProps } from '@mantine/core';

/**
 * A window of the till. It is there at once, so that what is typed right after the key that opened it goes into it; and
 * the till itself decides where the cursor is afterwards.
 */
export const TillModal = (props: Omit<ModalProps, 'opened'>) => (
  <Modal opened returnFocus={false} transitionProps={{ duration: 0 }} {...props} />
);
