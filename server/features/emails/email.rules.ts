import { isUndelivered } from '#domain/emails/email.contract';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';

/** Only emails that did not reach all their addresses, as far as is known, can be sent again. */
export function canRetry(email: { readonly status: string; readonly last_error: string | null }): RuleResult {
  if (isUndelivered(email)) return yes;
  return no(
    email.status === 'sent'
      ? 'This email has already been sent.'
      : 'This email is still being sent. It is retried automatically.',
  );
}
