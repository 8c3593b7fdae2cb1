/** The account that takes the profit or loss of a closed year (rule L5). */
export const retainedEarnings = '3100';
