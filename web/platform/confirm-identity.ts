import { createStore } from './store';

type Question = { readonly onAnswer: (isConfirmed: boolean) => void };

/** The open request to confirm who the user is (decision 127). */
export const identityQuestion = createStore<Question | null>(null);

let asked: Promise<boolean> | undefined;

/** Asks the user to confirm who they are. Calls that need it at the same time share the answer. */
export const confirmIdentity = (): Promise<boolean> =>
  (asked ??= new Promise(resolve => {
    identityQuestion.set({
      onAnswer: isConfirmed => {
        identityQuestion.set(null);
        asked = undefined;
        resolve(isConfirmed);
      },
    });
  }));
