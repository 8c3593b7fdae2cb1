import type { ReactNode } from 'react';
import { useFirstFocus } from '../../platform/first-focus';
import { usePageTitle } from '../../platform/page-title';
import './message-page.css';

/** A page with a message and links to continue. */
export function MessagePage({
  code,
  title,
  text,
  children,
}: {
  code: string;
  title: string;
  text: string;
  children: ReactNode;
}) {
  usePageTitle(title);
  const page = useFirstFocus();
  return (
    <main ref={page} className="message-page">
      <p className="message-code">{code}</p>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="message-ways">{children}</div>
    </main>
  );
}
