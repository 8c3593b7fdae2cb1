import { no, type Verdict, yes } from '#domain/kernel/verdict';

/** Only what has ended without arriving for certain may be sent again. */
export function canRetry({ status }: { readonly status: string }): Verdict {
  if (status === 'failed' || status === 'unconfirmed') return yes;
  return no(
    status === 'sent'
      ? 'This email was sent already.'
      : 'This email is on its way: it is tried again by itself.',
  );
}
