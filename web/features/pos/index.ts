export { TillPage } from './till-page';
