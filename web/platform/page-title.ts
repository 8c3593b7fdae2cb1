import { useEffect } from 'react';
import { createStore } from './store';

/** The title of the current page. */
export const pageTitle = createStore('');

/** Sets the page title in the browser tab and the breadcrumb. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Counterfoil`;
    pageTitle.set(title);
  }, [title]);
}
