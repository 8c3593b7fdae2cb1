export { notificationConstraints } from './constraints';
export { type Draft, forgetNotificationsOf, raiseNotifications } from './raise-notifications';
