export { readSecretKey } from './secret-key';
export { SecretUnreadable } from './secret-unreadable';
export { openSecrets, type Secrets } from './secrets';
export { isSignedBy, type Signing } from './signing';
