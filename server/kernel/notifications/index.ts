export { type Draft, forgetNotificationsOf, raiseNotifications } from './raise-notifications';
