import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import './notifications.css';

export { Notifications } from '@mantine/notifications';
