import { no, type Verdict, yes } from '#domain/kernel/verdict';

/** Only emails that failed or are unconfirmed can be sent again. */
export function canRetry({ status }: { readonly status: string }): Verdict {
  if (status === 'failed' || status === 'unconfirmed') return yes;
  return no(
    status === 'sent'
      ? 'This email has already been sent.'
      : 'This email is still being sent. It is retried automatically.',
  );
}
