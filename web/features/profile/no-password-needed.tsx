/** Users of the sign-in provider may know no password: they confirm who they are instead, if that is not recent. */
export const NoPasswordNeeded = ({ provider }: { provider: string }) => (
  <p className="dialog-note">You sign in with {provider}, so you need no password for this.</p>
);
