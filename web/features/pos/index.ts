export { DeskEditPage, DeskPage, DeskQuotePage } from './desk-page';
export { TillPage } from './till-page';
