/** `1200 Inventory`, with codes aligned in a column. */
export const AccountName = ({ account: { code, name } }: { account: { code: string; name: string } }) => (
  <span>
    <span className="figures">{code}</span> {name}
  </span>
);
