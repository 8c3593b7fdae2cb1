import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { createStore } from '../../../platform/store';

/** How many milliseconds the server's clock is ahead of this device's. 0 until the server has said what time it is. */
export const serverAhead = createStore(0);

/** The server's date: it decides which promotions are running, also where this device's clock is on another day. */
export const dateOfServer = (): CalendarDate => londonDate(new Date(Date.now() + serverAhead.get()));
