import { reportFailure } from '../report-failure';
import { ApiError, messageOf } from '../../platform/api-error';
import { isSavedOtherwise, isUnanswered } from './use-attempts';

/** Why a form was not sent, and what is known of its effect. */
export type SendProblem = { readonly message: string; readonly outcome?: string };

/**
 * What is said of a failed call if the server sent no message. Without an answer it is not known whether anything was saved,
 * so that is said instead, or below the words that the specification gives (M-15, SE-06).
 */
export type Failure = string | { readonly specified: string };

type Words = {
  readonly failure: Failure;
  /** What the call does if it takes effect. */
  readonly verb?: 'saved' | 'sent' | 'deleted' | undefined;
  readonly isRepeatable?: boolean;
  /** Whether the browser keeps what was typed, with the key that it was sent with. */
  readonly isDraft?: boolean;
};

/** What a form says about a call that failed. */
export const problemOf = (error: unknown, words: Words): SendProblem =>
  problemWith(error, words, reportFailure(error, sentenceOf(words.failure)));

/** The same in one sentence, for what is no form and shows it in its own place only. */
export function problemInPlace(error: unknown, words: Words): string {
  const { message, outcome } = problemWith(error, words, messageOf(error, sentenceOf(words.failure)));
  return outcome === undefined ? message : `${message}. ${outcome}`;
}

export const sentenceOf = (failure: Failure): string =>
  typeof failure === 'string' ? failure : failure.specified;

function problemWith(error: unknown, words: Words, message: string): SendProblem {
  if (isSavedOtherwise(error))
    return {
      message: words.isDraft
        ? 'Your first attempt was saved, and this one was not. Look for it in the list before you enter another. To start again, reload this page and choose “Discard changes”.'
        : 'Your first attempt was saved, and this one was not. Reload the page to see it before you enter another.',
    };
  if (!isUnanswered(error) || (error instanceof ApiError && error.serverMessage)) return { message };
  const outcome = unknownOutcome(words);
  return typeof words.failure === 'string' ? { message: outcome } : { message, outcome };
}

const unknownOutcome = ({ verb = 'saved', isRepeatable }: Words): string =>
  `No answer came. It may have been ${verb}. ${
    isRepeatable
      ? `Try again: it is not ${verb} a second time.`
      : 'Try again, or reload the page to see what it shows.'
  }`;
