/**
 * The token of the user who signed in on this device with a password. A cashier who signs out returns the
 * till to them.
 */
export const deviceToken = 'till-device-token';
