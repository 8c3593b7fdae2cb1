/**
 * Takings by method of some cashiers or registers exclude sales voided the same day, because another cashier or register
 * may have the other half; those of the whole business, like a Z report, include them.
 */
export const tendersExcludeVoids = (filter: {
  readonly cashier_id?: unknown;
  readonly register_id?: unknown;
}) => filter.cashier_id !== undefined || filter.register_id !== undefined;

/** Says so where it makes a difference to the same figures of the whole business. */
export const withoutVoidsWords = 'Taken and Refunded exclude sales cancelled or edited the same day.';
