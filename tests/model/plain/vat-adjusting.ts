import type { Day, Whole } from './arithmetic';
import type { StepOf } from './steps';
import { mustExist, need, type World } from './world';

type Boxes = {
  readonly charged: Whole;
  readonly reclaimed: Whole;
  readonly sales: Whole;
  readonly bought: Whole;
};
type Adjusted = Boxes & { readonly day: Day; isReversed: boolean };

/** VAT besides sales and purchases (rules V27, V28); the other side is always 2205. */
export class VatAdjusting {
  readonly adjusted = new Map<number, Adjusted>();
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  adjust({ n, reason, vat, net, day }: StepOf<'adjust VAT'>): void {
    need(this.world.canPostOn(day), `${day} is closed`);
    const boxes = boxesOf(reason, BigInt(vat), BigInt(net));
    this.post(day, boxes);
    this.adjusted.set(n, { ...boxes, day, isReversed: false });
  }

  reverse({ adjustment }: StepOf<'reverse VAT adjustment'>): void {
    const found = mustExist(this.adjusted.get(adjustment), 'adjustment');
    need(!found.isReversed, 'reversed already');
    found.isReversed = true;
    const { charged, reclaimed, sales, bought, day } = found;
    const mirror = { charged: -charged, reclaimed: -reclaimed, sales: -sales, bought: -bought };
    this.post(this.world.today, mirror, day);
  }

  private post(day: Day, { charged, reclaimed, sales, bought }: Boxes, taxPoint = day): void {
    const { ledger } = this.world;
    ledger.post(day, [
      ['2200', -charged],
      ['2201', reclaimed],
      ['2205', charged - reclaimed],
    ]);
    if (charged !== 0n || sales !== 0n)
      ledger.addVat('output', taxPoint, [{ code: 'S', net: sales, vat: charged }]);
    if (reclaimed !== 0n || bought !== 0n)
      ledger.addVat('input', taxPoint, [{ code: 'S', net: bought, vat: reclaimed }]);
  }
}

/** V28: the buyer charges and reclaims the same amount; V27: the accountant's figures. */
function boxesOf(reason: StepOf<'adjust VAT'>['reason'], vat: Whole, net: Whole): Boxes {
  switch (reason) {
    case 'reverse_charge_domestic':
    case 'postponed_import_vat':
      return { charged: vat, reclaimed: vat, sales: 0n, bought: net };
    case 'reverse_charge_abroad':
      return { charged: vat, reclaimed: vat, sales: net, bought: net };
    case 'fuel_scale_charge':
      return { charged: vat, reclaimed: 0n, sales: net, bought: 0n };
    case 'partial_exemption':
      return { charged: 0n, reclaimed: -vat, sales: 0n, bought: 0n };
  }
}
