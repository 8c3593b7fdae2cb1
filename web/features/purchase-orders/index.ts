export { ReverseBillDialog } from './lazy-dialogs';
export { OrderLink } from './order-link';
