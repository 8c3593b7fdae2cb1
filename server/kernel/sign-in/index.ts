export { idleMinutesInSql, securitySetting } from './security-setting';
