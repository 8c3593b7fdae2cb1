export { CheckAccessPage } from './check-access-page';
export { PermissionExamplePage } from './permission-example-page';
export { RolesPage } from './roles-page';
export { UserCreatePage, UserEditPage } from './user-form-page';
export { UserListPage } from './user-list-page';
