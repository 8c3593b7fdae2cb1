import type { ReactNode } from 'react';
import { useFirstFocus } from '../../platform/first-focus';
import { usePageTitle } from '../../platform/page-title';
import './public-page.css';

/** The layout of the pages before sign-in. */
export function PublicPage({
  title,
  detail,
  children,
}: {
  title: string;
  detail?: ReactNode;
  children: ReactNode;
}) {
  usePageTitle(title);
  const page = useFirstFocus();
  return (
    <main ref={page} className="public-page">
      <section className="public-sheet" aria-label={title}>
        <div className="public-brand">
          <img src="/icon.svg" alt="" width={28} height={28} />
          Counterfoil
        </div>
        <h1>{title}</h1>
        {detail && <p className="public-detail">{detail}</p>}
        {children}
      </section>
    </main>
  );
}
