/** Words by which a message is found to contradict itself: two dates, prices, extremes or numbers of guests. */
export interface ContradictionWords {
  /** Between two values that are alternatives. */
  readonly alternativeJoints?: string;
  /** Words of a question about facts, which may well name two prices. */
  readonly factQuestions?: string;
  /** Words of a range or a comparison. */
  readonly rangeWords?: string;
  /** Join what is left without its values, and go with them. */
  readonly leftovers?: string;
  readonly leftoverJoint?: string;
  /** Behind such a joint, it goes too. */
  readonly leftoverPrepositions?: string;
  /** All that may stand between two values that go together. */
  readonly valueFillers?: string;
  /** What a date is of. */
  readonly dateLabels?: Readonly<Partial<Record<DateLabel, string>>>;
  readonly dayNames?: string;
  /** Between two dates, behind a joint. */
  readonly dateFillers?: string;
  readonly currencies?: string;
  readonly priceAtMost?: string;
  readonly priceAtLeast?: string;
  readonly cheapest?: string;
  readonly dearest?: string;
  /** Before a number of guests, such numbers, and the guests. */
  readonly guestLeads?: string;
  readonly guestNumbers?: string;
  readonly guests?: string;
}

export const DATE_LABELS = ['check-in', 'check-out', 'departure', 'return'] as const;

type DateLabel = (typeof DATE_LABELS)[number];
