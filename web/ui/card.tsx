import type { ReactNode } from 'react';
import './card.css';

/** A card; with a title it is a region that assistive technology can jump to. */
export function Card({
  title,
  actions,
  children,
  flush,
  id,
}: {
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
  flush?: boolean;
  /** Names it for links to it within the page. */
  id?: string;
}) {
  return (
    <section className="card" aria-label={title} id={id} tabIndex={id === undefined ? undefined : -1}>
      {title && (
        <div className="card-head">
          <h2>{title}</h2>
          {actions}
        </div>
      )}
      <div className={flush ? undefined : 'card-body'}>{children}</div>
    </section>
  );
}
