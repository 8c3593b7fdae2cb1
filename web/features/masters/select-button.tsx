import { Button } from '@mantine/core';
import { ListChecks } from 'lucide-react';

type Props = { isSelecting: boolean; onChange: (isSelecting: boolean) => void };

/** Shows the check boxes of a list, or takes them away. */
export const SelectButton = ({ isSelecting, onChange }: Props) => (
  <Button
    variant="default"
    leftSection={<ListChecks size={16} />}
    aria-pressed={isSelecting}
    onClick={() => onChange(!isSelecting)}
  >
    Select
  </Button>
);
