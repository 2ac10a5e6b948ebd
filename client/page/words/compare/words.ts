import type { ReportComparison } from '../../../../workflows/contracts/report-comparison.ts';

type Costs = ReportComparison['a']['costs'];

/** What stands around two reports side by side. */
export interface CompareWords {
  readonly heading: string;
  readonly with: string;
  readonly choose: string;
  readonly chooseOther: string;
  readonly noOther: string;
  readonly exchange: string;
  readonly side: (side: 'a' | 'b') => string;
  readonly equal: string;
  readonly summary: (contradicting: number, both: number, onlyA: number, onlyB: number) => string;
  readonly contradicting: string;
  readonly noneContradicting: string;
  readonly alone: string;
  readonly noneAlone: string;
  readonly both: string;
  readonly noneBoth: string;
  readonly sameWords: string;
  readonly sources: string;
  readonly sourcesBoth: string;
  readonly sourcesAlone: string;
  readonly otherText: string;
  readonly figures: string;
  readonly figure: string;
  readonly engine: string;
  readonly engines: Readonly<Record<ReportComparison['a']['engine'], string>>;
  readonly outcome: string;
  readonly outcomes: Readonly<Record<ReportComparison['a']['outcome'], string>>;
  readonly costs: Readonly<Record<keyof Costs, string>>;
  readonly settings: string;
  readonly setting: string;
  readonly noneSettings: string;
  readonly notSet: string;
  readonly claim: (number: number) => string;
}
