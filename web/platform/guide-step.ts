import type { SetUpStep } from '#domain/get-started/set-up-steps';
import { createStore, type Store } from './store';

const key = 'set-up-step';

/** The step of setting up that the user left the guide for; null when they are not on their way back. */
const step = createStore(sessionStorage.getItem(key) as SetUpStep | null);
export const guideStep: Store<SetUpStep | null> = {
  ...step,
  set: next => {
    if (next === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
    step.set(next);
  },
};
