import { queryOptions } from '@tanstack/react-query';
import { notifications } from '#domain/notifications/notification.contract';
import { about } from '../../platform/live-state';
import { contractQuery, pageQuery } from '../../platform/queries';

export const notificationPage = pageQuery(notifications.list, about('notifications'));

export const newestNotifications = queryOptions({
  ...contractQuery(notifications.list),
  meta: about('notifications'),
});
