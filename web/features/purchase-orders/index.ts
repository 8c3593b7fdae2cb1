export { OrderLink } from './order-link';
