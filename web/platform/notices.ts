import type { NotificationData } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { createStore } from './store';

/** How long a notification stays, in milliseconds (N-01, N-03, N-04). */
export const noticeDurations = {
  denied: 8000,
  error: 6000,
  blankToast: 4000,
  errorToast: 4000,
  successToast: 2000,
  actionToast: 8000,
} as const;
/** The maximum number on screen at once (N-04). */
export const maxNotices = 20;

/** Whether there has been a notification yet; until then nothing is rendered for them. */
export const noticesNeeded = createStore(false);

/** The message of the open 'Access Denied' dialog. */
export const deniedMessage = createStore<string | null>(null);

let kit: ReturnType<typeof fetchKit> | undefined;

/**
 * The notification library, loaded with the first notification. Those queued before it renders respect the
 * limit too.
 */
async function fetchKit() {
  const { notifications, notificationsStore } = await import('@mantine/notifications');
  notificationsStore.setState({ ...notificationsStore.getState(), limit: maxNotices });
  return notifications;
}

async function show(notice: NotificationData): Promise<void> {
  noticesNeeded.set(true);
  kit ??= fetchKit();
  const notifications = await kit;
  // Placed by notifications.css, and at the till by till.css.
  notifications.show({ position: 'bottom-left', ...notice });
}

/** Reports a denied permission by a notification and a dialog (N-01, N-02). */
export function notifyDenied(message: string): void {
  void show({ title: 'Access Denied', message, color: 'red', autoClose: noticeDurations.denied });
  deniedMessage.set(message);
}

/** Reports an error that no screen shows in place (N-03). */
export const notifyError = (message: string): void =>
  void show({ title: 'Error', message, color: 'red', autoClose: noticeDurations.error });

/** Shows a message that the returned function closes. */
function showClosable(notice: NotificationData): () => void {
  const id = `closable-${++closableToasts}`;
  void show({ ...notice, id });
  return () => void kit?.then(notifications => notifications.hide(id));
}
let closableToasts = 0;

/** Short messages without a title (N-04). A loading one stays until the returned function is called. */
export const toast = {
  blank: (message: string): void => void show({ message, autoClose: noticeDurations.blankToast }),
  /** A longer message can set its own duration. */
  success: (message: string, milliseconds: number = noticeDurations.successToast): void =>
    void show({ message, color: 'success', autoClose: milliseconds }),
  error: (message: string): void =>
    void show({ message, color: 'red', autoClose: noticeDurations.errorToast }),
  loading: (message: string): (() => void) =>
    showClosable({ message, loading: true, autoClose: false, withCloseButton: false }),
  /** With a button, and shown long enough to press it. The returned function closes it sooner. */
  withAction: (message: ReactNode, color: 'success' | 'red'): (() => void) =>
    showClosable({ message, color, autoClose: noticeDurations.actionToast }),
};
