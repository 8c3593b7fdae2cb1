// An address of figures has no passkeys; browsers bind them to a name.
const isNumeric = /^(?:\[.*\]|[\d.]+)$/;

/** Whether this browser can use passkeys at this address: https or localhost, by name. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !isNumeric.test(location.hostname);
