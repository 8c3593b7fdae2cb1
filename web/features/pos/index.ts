export { DeskEditPage, DeskPage } from './desk-page';
export { TillPage } from './till-page';
