import type { ApprovalNeed } from '#domain/approvals/approval-need';

/** A used approval, stored with its document. */
export type SpentApproval = {
  /** The PIN approval; null if the sender approved it with the change. */
  readonly id: string | null;
  readonly by: number;
  readonly need: ApprovalNeed;
  /** Approved by the user who entered it, because there is no second person. */
  readonly isOwn: boolean;
};
