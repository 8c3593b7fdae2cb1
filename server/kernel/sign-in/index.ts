export { confirmationMs, confirmedAt, isConfirmed } from './confirmation';
export { idleMinutesInSql, securitySetting } from './security-setting';
