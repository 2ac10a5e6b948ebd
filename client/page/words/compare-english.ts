import type { ReportComparison } from '../../../workflows/contracts/report/report-comparison.ts';

export const ENGLISH_COMPARE: CompareWords = {
  heading: 'Two reports side by side',
  with: 'Compare with another report',
  choose: 'Which report do you want to compare it with?',
  chooseOther: 'Choose another one',
  noOther: 'There is no other finished report on this server yet.',
  exchange: 'Exchange sides',
  side: (side) => (side === 'a' ? 'Report A' : 'Report B'),
  equal: 'No difference: claims, sources, settings and figures are the same.',
  summary: (contradicting, both, onlyA, onlyB) =>
    `Contradicting claims: ${contradicting}. In both: ${both}. Only in A: ${onlyA}. Only in B: ${onlyB}.`,
  contradicting: 'Claims that contradict each other',
  noneContradicting: 'No contradiction was found.',
  alone: 'Claims in only one report',
  noneAlone: 'None.',
  both: 'Claims in both',
  noneBoth: 'No claim is in both.',
  sameWords: 'in both, in the same words',
  sources: 'Sources',
  sourcesBoth: 'In both',
  sourcesAlone: 'In only one',
  otherText: 'with another text: the document changed between the runs',
  figures: 'Figures',
  figure: 'Figure',
  engine: 'Engine',
  engines: { model: 'model', offline: 'rules' },
  outcome: 'End',
  outcomes: { published: 'as planned', stopped: 'stopped early' },
  costs: {
    searches: 'Searches',
    pages: 'Pages read',
    modelCalls: 'Model calls',
    modelTokens: 'Tokens',
    money: 'US dollars',
    workedSeconds: 'Seconds of work',
  },
  settings: 'Settings that differ',
  setting: 'Setting',
  noneSettings: 'None.',
  notSet: 'not set',
  claim: (number) => `Claim ${number}`,
};

type Costs = ReportComparison['a']['costs'];

/** Text around two reports side by side. */
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
