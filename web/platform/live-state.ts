import { createStore } from './store';

/** Whether what happens is pushed to this window. While it is not, what is to be fresh asks once a minute. */
export const liveIsUp = createStore(false);
export const askEveryMs = 60_000;
