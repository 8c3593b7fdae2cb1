import { useEffect } from 'react';
import { createStore } from './store';

/** What the page at hand is called. */
export const pageTitle = createStore('');

/** Names the page: in the browser's tab and at the end of the breadcrumb. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Counterfoil`;
    pageTitle.set(title);
  }, [title]);
}
