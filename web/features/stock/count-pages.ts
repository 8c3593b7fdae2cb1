/** One file for the browser: who counts opens one of these pages after the other. */
export { CountCreatePage } from './count-create-page';
export { CountListPage } from './count-list-page';
export { CountPage } from './count-page';
