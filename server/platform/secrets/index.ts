export { readSecretKey } from './secret-key';
export { openSecrets, SecretUnreadable, type Secrets } from './secrets';
export { isSignedBy, type Signing } from './signing';
