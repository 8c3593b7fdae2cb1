export { notificationConstraints } from './constraints';
export {
  type Draft,
  deleteNotificationsOf,
  raiseNotifications,
  settleNotifications,
} from './raise-notifications';
