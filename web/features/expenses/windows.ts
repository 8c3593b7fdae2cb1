/** One bundle: users who open one of these dialogs soon open the next. */
export { CancelWindow } from './cancel-window';
export { ApproveWindow, RejectWindow } from './decide-windows';
export { MoneyReturnedWindow } from './money-returned-window';
export { PayWindow } from './pay-window';
export { RepeatWindow, ScheduleWindow } from './repeat-windows';
