import { createStore } from './store';

/** A question of the product before something is done. */
export type Question = {
  /** What is asked: "Delete this note?". */
  readonly title: string;
  /** What it means, where the question does not say it. */
  readonly text?: string | undefined;
  /** The act itself, on the button: "Delete". */
  readonly action: string;
  /** What takes something away is red. */
  readonly isDestructive?: boolean;
  /** A text to enter, and what stands there first. */
  readonly field?: { readonly label: string; readonly value: string };
};
/** Answered with the text that was entered, empty where none was asked for; null when it is not to be done. */
type Open = Question & { readonly onAnswer: (answer: string | null) => void };

/** The question that is open. */
export const openQuestion = createStore<Open | null>(null);

/** A second question while one is open is not asked: it is answered with no. */
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

/** Whether it is to be done. Escape, Cancel and a click beside the question say no. */
export const confirmed = async (question: Omit<Question, 'field'>): Promise<boolean> =>
  (await ask(question)) !== null;

/** The same for what takes something away. */
export const confirmedRemoval = (title: string, action = 'Delete', text?: string): Promise<boolean> =>
  confirmed({ title, text, action, isDestructive: true });

/** Asks before an email goes out a second time that may have arrived. */
export const confirmedSendAgain = (to: string): Promise<boolean> =>
  confirmed({
    title: 'Send this email again?',
    text: `The email to ${to} may have arrived already.`,
    action: 'Send again',
  });

/** Asks for a short text, such as a name; null when nothing was entered. */
export const askForText = async (
  question: Omit<Question, 'isDestructive'> & Required<Pick<Question, 'field'>>,
): Promise<string | null> => (await ask(question))?.trim() || null;
