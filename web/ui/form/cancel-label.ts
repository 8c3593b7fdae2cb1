/** The button beside the one of an act. "Cancel" beside "Cancel sale" could be either. */
export const cancelLabel = (action: string): string => (action.startsWith('Cancel') ? 'Go back' : 'Cancel');
