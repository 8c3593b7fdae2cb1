export { employeeNumbers } from './employee-invariants';
export { employeeRoutes } from './employees.routes';
