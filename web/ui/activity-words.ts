/** `sign-in_refused` → "sign-in refused": the log's words as people read them. */
export const actionWords = (action: string): string => action.replaceAll('_', ' ');
export const recordWords = (recordType: string): string => recordType.replaceAll('_', ' ');
