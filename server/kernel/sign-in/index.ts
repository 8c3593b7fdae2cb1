export { confirmationMs, confirmedAt, isConfirmed, isRecent } from './confirmation';
export { ProviderProblem } from './provider-problem';
export {
  findProvider,
  forgetProvider,
  providerSecretPlace,
  providerSetting,
  type StoredProvider,
} from './provider-setting';
export { type Identity, openProviders, type Providers, toleranceSeconds, type Visit } from './providers';
export { idleMinutesInSql, securitySetting } from './security-setting';
