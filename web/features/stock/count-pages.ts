/** One bundle: counters open these pages one after the other. */
export { CountCreatePage } from './count-create-page';
export { CountListPage } from './count-list-page';
export { CountPage } from './count-page';
