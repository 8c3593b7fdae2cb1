import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';

/** The primary action of a list: "Add Unit". */
export const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button leftSection={<Plus size={16} />} onClick={onClick}>
    {label}
  </Button>
);
