import { createStore } from '../platform/store';

/** The page that the user was redirected from. */
export const deniedPath = createStore<string | null>(null);
