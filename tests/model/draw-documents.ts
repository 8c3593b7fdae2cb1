import type { Random } from './random';
import { type Draw, someBillDay, someDay } from './draw-purchasing';
import { dayAfter, min, vatOn, type VatCode } from './plain/arithmetic';
import type { Firm } from './plain/firm';
import type { CostLine } from './plain/steps';
import type { DirectBill } from './plain/supplier-documents';
import { suppliers } from './plain/world';

const accounts = ['5000', '6800', '6910'] as const;
const codes: readonly VatCode[] = ['S', 'R', 'Z', 'E', 'O'];

const someLines = (random: Random, max: number): CostLine[] =>
  Array.from({ length: random.between(1, 3) }, () => {
    const [code, net] = [random.one(codes) ?? 'S', random.between(1, max)];
    return [random.one(accounts) ?? '5000', code, net, Number(vatOn(BigInt(net), code))];
  });

export const billWithoutOrder: Draw = (firm, random, n) => {
  const day = someBillDay(firm, random);
  return {
    n,
    do: 'bill without order',
    supplier: random.between(0, suppliers.length - 1),
    day,
    due: dayAfter(day, random.one([0, 14, 30]) ?? 30),
    lines: someLines(random, 9000),
  };
};

const standing = ({ documents }: Firm) => [...documents.bills].filter(([, { isReversed }]) => !isReversed);

export const reverseBillWithoutOrder: Draw = (firm, random, n) => {
  const found = random.recent(standing(firm));
  return found ? { n, do: 'reverse bill without order', bill: found[0] } : null;
};

/** A credit note on account, or against one or two bills of a supplier. */
export const supplierCredit: Draw = (firm, random, n) => {
  const supplier = random.between(0, suppliers.length - 1);
  const lines = someLines(random, 4000);
  const gross = lines.reduce((sum, [, , net, vat]) => sum + net + vat, 0);
  const named = random.in100(30)
    ? []
    : random.some(
        standing(firm).filter(([, bill]) => bill.supplier === supplier),
        2,
      );
  let left = gross;
  const parts = named.map(([bill, direct]) => {
    const max = Math.min(left, creditable(direct));
    const amount = max < 1 ? 0 : random.in100(50) ? max : random.between(1, max);
    left -= amount;
    return [bill, amount] as const;
  });
  return {
    n,
    do: 'supplier credit',
    supplier,
    lines,
    parts: parts.filter(([, amount]) => amount > 0),
    day: someDay(firm, random),
  };
};

const creditable = ({ item, credited }: DirectBill) => Number(item.amount - credited);

export const reverseSupplierCredit: Draw = (firm, random, n) => {
  const found = random.recent([...firm.documents.credits].filter(([, { isReversed }]) => !isReversed));
  return found ? { n, do: 'reverse supplier credit', credit: found[0] } : null;
};

/** Goods of one or two bills become cheaper; sometimes the note also credits something else. */
export const creditGoods: Draw = (firm, random, n) => {
  const bills = [...firm.purchasing.bills].filter(
    ([, { isGoods, isReversed, gross, credited }]) => isGoods && !isReversed && gross > credited,
  );
  const found = random.recent(bills);
  const supplier = found && firm.purchasing.orders.get(found[1].order)?.supplier;
  if (!found || supplier === undefined) return null;
  const others = bills.filter(
    ([number, { item }]) => number !== found[0] && item.party === found[1].item.party,
  );
  const named = [found, ...(random.in100(30) ? random.some(others, 1) : [])];
  const ofGoods = named.map(([, bill]): CostLine => {
    const line = random.one(bill.vatLines);
    const [code, net] = [line?.code ?? 'S', random.small(Math.max(1, Number(line?.net ?? 1n)))];
    return ['goods', code, net, Number(vatOn(BigInt(net), code))];
  });
  const besides = random.in100(25) ? someLines(random, 500).slice(0, 1) : [];
  const isForBill = random.in100(50);
  const grossOf = (lines: readonly CostLine[]) => lines.reduce((all, [, , net, vat]) => all + net + vat, 0);
  return {
    n,
    do: 'credit goods',
    supplier,
    lines: [...ofGoods, ...besides],
    parts: named.map(([bill], place) => [
      bill,
      grossOf(ofGoods.slice(place, place + 1)) + (place === 0 && isForBill ? grossOf(besides) : 0),
    ]),
    day: random.in100(80) ? someDay(firm, random) : someBillDay(firm, random),
  };
};

export const reverseGoodsCredit: Draw = (firm, random, n) => {
  const found = random.recent([...firm.goodsCredits.credits].filter(([, { isReversed }]) => !isReversed));
  return found ? { n, do: 'reverse goods credit', credit: found[0] } : null;
};

export const payInAdvance: Draw = (firm, random, n) => ({
  n,
  do: 'pay in advance',
  supplier: random.between(0, suppliers.length - 1),
  amount: random.between(1, 20_000),
  day: someDay(firm, random),
});

export const useAdvance: Draw = (firm, random, n) => {
  const payment = random.recent(
    [...firm.purchasing.payments].filter(
      ([, one]) => one.isAdvance && !one.isReversed && firm.paying.onAccount(one) > 0n,
    ),
  );
  if (!payment) return null;
  const [number, { item }] = payment;
  const owed = [...firm.purchasing.bills, ...firm.documents.bills].filter(
    ([, bill]) => !bill.isReversed && bill.item.party === item.party && bill.item.open > 0n,
  );
  const bill = random.recent(owed);
  if (!bill) return null;
  const max = Number(min(firm.paying.onAccount(payment[1]), bill[1].item.open));
  return {
    n,
    do: 'use advance',
    payment: number,
    bill: bill[0],
    amount: random.in100(50) ? max : random.between(1, max),
  };
};

export const writeOff: Draw = (firm, random, n) => {
  const owed = [...firm.selling.sales].filter(([, { invoice }]) => (invoice?.open ?? 0n) > 0n);
  const found = random.recent(owed);
  if (!found) return null;
  const open = Number(found[1].invoice?.open ?? 1n);
  return { n, do: 'write off', sale: found[0], amount: random.in100(60) ? open : random.between(1, open) };
};

export const reverseWriteOff: Draw = (firm, random, n) => {
  const found = random.recent([...firm.writingOff.done].filter(([, { isReversed }]) => !isReversed));
  return found ? { n, do: 'reverse write-off', writeOff: found[0] } : null;
};
