export { confirmationMs, confirmedAt, isConfirmed, isRecent } from './confirmation';
export { idleMinutesInSql, securitySetting } from './security-setting';
