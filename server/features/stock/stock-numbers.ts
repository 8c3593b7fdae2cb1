/** The document numbers of stock, for A12. */
export const stockNumbers = [{ series: 'ADJ', table: 'stock_adjustments', column: 'number' }] as const;
