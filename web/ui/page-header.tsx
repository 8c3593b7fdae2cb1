import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import './page-header.css';

/** The page header: title, detail and actions, with the primary action last. */
export function PageHeader({
  title,
  detail,
  actions,
  areActionsKnown = true,
}: {
  title: string;
  detail?: ReactNode;
  actions?: ReactNode;
  /** Otherwise they are unseen, but in their places: one that comes later would push the others aside (F81). */
  areActionsKnown?: boolean;
}) {
  return (
    <header className="page-header">
      <div className="page-header-words">
        <Title order={1} size="20px">
          {title}
        </Title>
        {detail !== undefined && <div className="page-header-detail">{detail}</div>}
      </div>
      {actions && (
        <div
          className="page-header-actions no-print"
          style={{ visibility: areActionsKnown ? undefined : 'hidden' }}
        >
          {actions}
        </div>
      )}
    </header>
  );
}
