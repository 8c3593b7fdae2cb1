import { ActionIcon } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';

type Props = { icon: LucideIcon; label: string; of: string; onClick: () => void; danger?: boolean };

/** One thing to do with a row, as an icon; its name says which row it is about. */
export const RowAction = ({ icon: Icon, label, of, onClick, danger }: Props) => (
  <ActionIcon
    variant="subtle"
    color={danger ? 'red' : 'gray'}
    title={label}
    aria-label={`${label} ${of}`}
    onClick={onClick}
  >
    <Icon size={16} aria-hidden />
  </ActionIcon>
);
