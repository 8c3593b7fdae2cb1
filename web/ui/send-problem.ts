import { reportFailure } from './report-failure';
import { messageOf } from '../platform/api-error';
import { isSavedOtherwise, isUnanswered } from './use-attempts';

/** Why a form was not sent, and what is known of its effect. */
export type SendProblem = { readonly message: string; readonly outcome?: string };

/** Words that nothing was saved, which is not known without an answer. */
const saysNotSaved = / (?:could|was) not /;

/** What a form says about a call that failed. `failure` is its sentence if the server sent none. */
export const problemOf = (error: unknown, failure: string, isRepeatable: boolean): SendProblem =>
  problemWith(error, { failure, isRepeatable, message: reportFailure(error, failure) });

/** The same in one sentence, for what is no form and shows it in its own place only. */
export const problemInPlace = (error: unknown, failure: string, isRepeatable: boolean): string =>
  problemWith(error, { failure, isRepeatable, message: messageOf(error, failure) }).message;

type Words = { readonly failure: string; readonly message: string; readonly isRepeatable: boolean };

function problemWith(error: unknown, { failure, message, isRepeatable }: Words): SendProblem {
  if (isSavedOtherwise(error))
    return {
      message:
        'Your first attempt was saved, and this one was not. Reload the page to see it before you enter another.',
    };
  if (!isUnanswered(error) || message !== failure) return { message };
  const outcome = unknownOutcome(/\bsen[dt]\b/.test(failure) ? 'sent' : 'saved', isRepeatable);
  if (saysNotSaved.test(failure)) return { message: outcome };
  // The specification has words for these (M-15, SE-06).
  return failure === 'Error' || failure.startsWith('Failed') ? { message, outcome } : { message };
}

const unknownOutcome = (done: 'saved' | 'sent', isRepeatable: boolean): string =>
  `No answer came. It may have been ${done}. ${
    isRepeatable
      ? `Try again: it is not ${done} a second time.`
      : 'Try again, or reload the page to see what it shows.'
  }`;
