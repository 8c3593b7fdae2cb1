import type { NotificationData } from '@mantine/notifications';
import { createStore } from './store';

/** How long a notification stays, in milliseconds (N-01, N-03, N-04). */
export const noticeDurations = {
  denied: 8000,
  error: 6000,
  blankToast: 4000,
  errorToast: 4000,
  successToast: 2000,
} as const;
/** At most this many are on the screen at once (N-04). */
export const mostNotices = 20;

/** Whether anything has been notified yet: until then the page needs no place for it. */
export const noticesNeeded = createStore(false);

/** The message of the 'Access Denied' window while it is open. */
export const deniedMessage = createStore<string | null>(null);

let kit: ReturnType<typeof fetchKit> | undefined;

/** The kit's notifications, fetched with the first of them. What comes before their place is drawn keeps to the limit too. */
async function fetchKit() {
  const { notifications, notificationsStore } = await import('@mantine/notifications');
  notificationsStore.setState({ ...notificationsStore.getState(), limit: mostNotices });
  return notifications;
}

async function show(notice: NotificationData): Promise<void> {
  noticesNeeded.set(true);
  kit ??= fetchKit();
  const notifications = await kit;
  // Down here they cover no button that is about to be pressed.
  notifications.show({ position: 'bottom-right', ...notice });
}

/** A refusal for want of a right: a notification, and a window that has to be closed (N-01, N-02). */
export function notifyDenied(message: string): void {
  void show({ title: 'Access Denied', message, color: 'red', autoClose: noticeDurations.denied });
  deniedMessage.set(message);
}

/** Any other error that no screen shows in place (N-03). */
export const notifyError = (message: string): void =>
  void show({ title: 'Error', message, color: 'red', autoClose: noticeDurations.error });

/** Toasts: short remarks without a title (N-04). A loading one stays until the answered function is called. */
export const toast = {
  blank: (message: string): void => void show({ message, autoClose: noticeDurations.blankToast }),
  /** A message that takes longer to read than usual says for how long it stays. */
  success: (message: string, milliseconds: number = noticeDurations.successToast): void =>
    void show({ message, color: 'success', autoClose: milliseconds }),
  error: (message: string): void =>
    void show({ message, color: 'red', autoClose: noticeDurations.errorToast }),
  loading: (message: string): (() => void) => {
    const id = `loading-${++loadingToasts}`;
    void show({ id, message, loading: true, autoClose: false, withCloseButton: false });
    return () => void kit?.then(notifications => notifications.hide(id));
  },
};
let loadingToasts = 0;
