/** The id in a document until the server gives it one: an unsent sale is stored and shown like any other. */
export const unsentId = 0;

/** Whether the server has not received the sale yet. */
export const isUnsent = ({ id }: { readonly id: number }): boolean => id === unsentId;
