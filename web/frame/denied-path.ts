import { createStore } from '../platform/store';

/** The page that somebody was sent away from, while the dashboard says so. */
export const deniedPath = createStore<string | null>(null);
