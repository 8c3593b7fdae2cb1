/** A secret that cannot be decrypted. The message is for users, and reveals nothing. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
}
