import { no, type RuleResult, yes } from '#domain/kernel/rule-result';

/** Only emails that failed or are unconfirmed can be sent again. */
export function canRetry({ status }: { readonly status: string }): RuleResult {
  if (status === 'failed' || status === 'unconfirmed') return yes;
  return no(
    status === 'sent'
      ? 'This email has already been sent.'
      : 'This email is still being sent. It is retried automatically.',
  );
}
