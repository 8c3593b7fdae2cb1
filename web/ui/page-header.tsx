import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import './page-header.css';

/** The page header: title, detail and actions, with the primary action last. */
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
