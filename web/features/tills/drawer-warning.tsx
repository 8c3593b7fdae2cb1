import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { title: string; icon: ReactNode; children: ReactNode };

/** What is not in the expected cash of a drawer yet. */
export const DrawerWarning = ({ title, icon, children }: Props) => (
  <Alert
    role="alert"
    color="yellow"
    variant="light"
    mb={12}
    icon={icon}
    title={title}
    styles={{
      title: { color: 'var(--mantine-color-text)' },
      message: { color: 'var(--mantine-color-text)' },
    }}
  >
    {children}
  </Alert>
);
