export { createPayment } from './create-payment';
export { paymentRoutes } from './payments.routes';
