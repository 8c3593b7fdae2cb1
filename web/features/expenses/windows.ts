/** One file for the browser: who opens one of these windows soon opens the next. */
export { CancelWindow } from './cancel-window';
export { ApproveWindow, RejectWindow } from './decide-windows';
export { TakeBackWindow } from './take-back-window';
export { PayWindow } from './pay-window';
export { RepeatWindow, ScheduleWindow } from './repeat-windows';
