/** How many days a browser keeps the draft of a document. */
export const draftDays = 14;

/**
 * For how many days the server keeps its reply to a request with an idempotency key: longer than a browser keeps the
 * draft that holds the key, so that restoring the draft never posts it twice (R12, decision 218).
 */
export const replyDays = draftDays + 1;
