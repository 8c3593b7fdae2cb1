import { Modal } from '@mantine/core';

type Labelled = { readonly id: number; readonly name: string };

export const LabelsModal = ({
  products,
  onClose,
}: {
  products: readonly Labelled[];
  onClose: () => void;
}) => (
  <Modal opened onClose={onClose} title="Print labels">
    {products.length}
  </Modal>
);
