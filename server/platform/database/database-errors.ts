/** The SQLSTATE of a database error; undefined for any other error. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined;

/** The constraint that a database error names, if any. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;

/** What a database error says beside its message; triggers name another record there. */
export const detailOf = (error: unknown): string | undefined =>
  error instanceof Error && 'detail' in error && typeof error.detail === 'string' ? error.detail : undefined;

/** Whether no connection of the pool was free in time. */
export const isBusyPool = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';
