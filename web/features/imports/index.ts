export { ImportLink } from './import-link';
