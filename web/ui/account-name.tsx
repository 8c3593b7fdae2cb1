/** `1200 Inventory`, the codes of a column below one another. */
export const AccountName = ({ account: { code, name } }: { account: { code: string; name: string } }) => (
  <span>
    <span className="figures">{code}</span> {name}
  </span>
);
