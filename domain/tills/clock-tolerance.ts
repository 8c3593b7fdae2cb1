/**
 * How far the clock of a till may differ from the server's, in minutes. Within it the time of a sale is taken as the till
 * says it (F24).
 */
export const clockToleranceMinutes = 10;
