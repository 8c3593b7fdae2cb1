import { capitalise } from '../kernel/capitalise';

/** `sign-in_refused` → "sign-in refused": an action of the log in words. */
export const actionWords = (action: string): string =>
  rephrased[action]?.replace(/ (?:to|from|of|on|at)$/, '') ??
  action.replaceAll('_', ' ').replaceAll(/\bpin\b/g, 'PIN');

const records: Readonly<Record<string, string>> = {
  api_token: 'API token',
  stock_count: 'stocktake',
  sub_category: 'sub-category',
  vat_adjustment: 'VAT adjustment',
  vat_return: 'VAT return',
};
export const recordWords = (recordType: string): string =>
  records[recordType] ?? recordType.replaceAll('_', ' ');

/** Actions whose code names the object first, rewritten so that the record can follow. */
const rephrased: Readonly<Record<string, string>> = {
  attached: 'attached a file to',
  attachment_removed: 'removed a file from',
  bill_reversed: 'reversed a bill of',
  clocked_out: 'clocked out',
  count_started: 'started counting',
  credit_freed: 'freed credit of',
  credit_used: 'used credit of',
  email_queued: 'emailed',
  email_retried: 'emailed again',
  email_sent: 'emailed',
  given_account: 'gave an account to',
  identity_confirmed: 'confirmed who they are',
  hours_corrected: 'corrected hours of',
  hours_entered: 'entered hours of',
  landed_cost_added: 'added landed cost to',
  note_deleted: 'deleted a note on',
  note_edited: 'edited a note on',
  noted: 'wrote a note on',
  passkey_added: 'added a passkey for',
  passkey_removed: 'removed a passkey of',
  provider_linked: 'linked a sign-in account to',
  provider_unlinked: 'removed the link to a sign-in account of',
  password_changed: 'changed the password of',
  pay_details_changed: 'changed pay details of',
  picture_added: 'added a picture to',
  prices_confirmed: 'confirmed prices of',
  receipt_reversed: 'reversed a receipt of',
  restore_ignored: 'restored goods that were not removed at',
};

/**
 * An activity in words, to follow the user's name: "entered hours of employee Owen Pritchard", "signed in".
 */
export function activitySentence(entry: {
  readonly action: string;
  readonly record_type: string;
  readonly record_name: string | null;
}): string {
  const verb = rephrased[entry.action] ?? actionWords(entry.action);
  // A session is named after the user who is already named.
  if (entry.record_type === 'session') return verb;
  return [verb, recordWords(entry.record_type), entry.record_name].filter(Boolean).join(' ');
}

/** `sign-in_refused` → "Sign-in refused", `vat` → "VAT". */
export function sentenceCase(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return capitalise(words).replaceAll(/\b(?:vat|api|pin|pdf|csv|xlsx)\b/gi, word => word.toUpperCase());
}
