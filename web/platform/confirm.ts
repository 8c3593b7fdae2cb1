import { createStore } from './store';

/** A confirmation before an action. */
export type Question = {
  /** The question: "Delete this note?". */
  readonly title: string;
  /** The consequence, if the question does not say it. */
  readonly text?: string | undefined;
  /** The button: "Delete". */
  readonly action: string;
  /** Shows the button in red. */
  readonly isDestructive?: boolean;
  /** A text to enter, with its initial value. */
  readonly field?: { readonly label: string; readonly value: string };
};
/** Called with the entered text (empty if none was requested), or null if cancelled. */
type Open = Question & { readonly onAnswer: (answer: string | null) => void };

/** The open question. */
export const openQuestion = createStore<Open | null>(null);

/** A second question while one is open is answered with no. */
const ask = (question: Question): Promise<string | null> =>
  openQuestion.get()
    ? Promise.resolve(null)
    : new Promise(resolve => {
        openQuestion.set({
          ...question,
          onAnswer: answer => {
            openQuestion.set(null);
            resolve(answer);
          },
        });
      });

/** Asks for confirmation. Escape, Cancel and a click outside mean no. */
export const confirmed = async (question: Omit<Question, 'field'>): Promise<boolean> =>
  (await ask(question)) !== null;

/** The same for a destructive action. */
export const confirmedRemoval = (title: string, action = 'Delete', text?: string): Promise<boolean> =>
  confirmed({ title, text, action, isDestructive: true });

/** Asks before an email that may have arrived is sent again. */
export const confirmedSendAgain = (to: string): Promise<boolean> =>
  confirmed({
    title: 'Send this email again?',
    text: `The email to ${to} may have arrived already.`,
    action: 'Send again',
  });

/** Asks for a short text, such as a name; null if nothing was entered. */
export const askForText = async (
  question: Omit<Question, 'isDestructive'> & Required<Pick<Question, 'field'>>,
): Promise<string | null> => (await ask(question))?.trim() || null;
