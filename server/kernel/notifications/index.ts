export { notificationConstraints } from './constraints';
export { type Draft, deleteNotificationsOf, raiseNotifications } from './raise-notifications';
