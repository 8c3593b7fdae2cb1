import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import './page-header.css';

/** The head of a page: its title, what it is about, and its actions, the primary one last. */
export function PageHeader({
  title,
  detail,
  actions,
}: {
  title: string;
  detail?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="page-header">
      <div className="page-header-words">
        <Title order={1} size="20px">
          {title}
        </Title>
        {detail !== undefined && <div className="page-header-detail">{detail}</div>}
      </div>
      {actions && <div className="page-header-actions no-print">{actions}</div>}
    </header>
  );
}
