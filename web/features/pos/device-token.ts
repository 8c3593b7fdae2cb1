/** Where the token is kept of who signed in at this device with a password; whoever came in by PIN gives the till back to them. */
export const deviceToken = 'till-device-token';
