export { paymentConstraints } from './constraints';
export { createPayment } from './create-payment';
export { paymentRoutes } from './payments.routes';
export { cancelPayment, failPayment } from './settle-payment';
